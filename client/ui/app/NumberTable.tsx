import { Table } from '@mantine/core';
import classes from './NumberTable.module.css';

type Props = {
  caption?: string;
  /** The first names the rows, the others the numbers. */
  heads: readonly string[];
  rows: readonly { name: string; numbers: readonly number[] }[];
};

export const NumberTable = ({ caption, heads, rows }: Props) => (
  <Table captionSide="top">
    {caption && <Table.Caption className={classes.caption!}>{caption}</Table.Caption>}
    <Table.Thead>
      <Table.Tr>
        {heads.map((head, column) => (
          <Table.Th key={head} scope="col" ta={column > 0 ? 'right' : 'left'}>
            {head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ name, numbers }) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" className={classes.name!}>
            {name}
          </Table.Th>
          {numbers.map((number, column) => (
            <Table.Td key={heads[column + 1]} className={classes.number!}>
              {number}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
