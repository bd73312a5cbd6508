import { useState } from 'react';
import { Gauge } from '#client/ui/app/Chart.tsx';
import { confirmDialog, Dialog } from '#client/ui/app/Dialog.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { FileButton } from '#client/ui/app/FileButton.tsx';
import { FileDrop } from '#client/ui/app/FileDrop.tsx';
import { HourChart } from '#client/ui/app/HourChart.tsx';
import { ListFilters } from '#client/ui/app/ListFilters.tsx';
import { MantineFrame } from '#client/ui/app/MantineFrame.tsx';
import { MonthTable } from '#client/ui/app/MonthTable.tsx';
import { CentsField, NumberField } from '#client/ui/app/NumberField.tsx';
import { NumberTable } from '#client/ui/app/NumberTable.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { ManyPicker, Picker, TagsField } from '#client/ui/app/Picker.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { CardRow, CardRows, LineRow, LineRows } from '#client/ui/app/Rows.tsx';
import { Segments } from '#client/ui/app/Segments.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { Example } from './Example.tsx';
import classes from './KitScreen.module.css';

const NAMES = ['Ann Radcliffe', 'Mary Shelley', 'Clara Reeve'];
const doNothing = () => undefined;
const refetch = async () => undefined;

/** The controls of client/ui/app, most of which only signed-in screens load. */
export const SignedInParts = () => (
  <MantineFrame>
    <Example title="Panels">
      <Panel title="A panel" lead="With a lead." aside={<strong>$12.00</strong>}>
        <FactList
          facts={[
            ['Deal', 'FREE instead of $4.99'],
            ['Newsletter', 'Monday November 23rd, 2026'],
          ]}
        />
      </Panel>
      <Panel title="A panel that needs you" tone="alert">
        <p>Reply to our editors.</p>
      </Panel>
      <Panel title="A panel while it loads">
        <QueryBoundary
          query={{ data: undefined, error: null, isFetching: true, refetch }}
          placeholder={<Skeleton height={72} />}
        >
          {doNothing}
        </QueryBoundary>
      </Panel>
      <Panel title="A panel that failed">
        <QueryBoundary query={{ data: undefined, error: new Error('No answer'), isFetching: false, refetch }}>
          {doNothing}
        </QueryBoundary>
      </Panel>
    </Example>
    <Example title="Fields that search or count">
      <Pickers />
      <FileDrop label="Picture" accept={['image/png']} maxBytes={1e6} onPick={doNothing} onReject={doNothing}>
        <span>Drop an image here, or choose one</span>
        <small>PNG, at most 1 MB</small>
      </FileDrop>
      <Row>
        <FileButton accept="image/png" onPick={doNothing}>
          Choose a file
        </FileButton>
      </Row>
      <ListFilters
        label="Search"
        placeholder="Title or author"
        q=""
        choice={{ label: 'Status', value: '', options: [{ value: '', label: 'All' }] }}
        onApply={doNothing}
      />
    </Example>
    <Example title="Dialogs">
      <Dialogs />
    </Example>
    <Example title="Rows">
      <CardRows>
        <CardRow aside={<Button look="quiet">Edit</Button>}>
          <h3>Emma</h3>
          <p>Jane Austen</p>
          <p>Romance · Active</p>
        </CardRow>
      </CardRows>
      <LineRows>
        <LineRow to="/dev/ui" title="SPRING10" details="Once per partner">
          <strong>$10.00 off</strong>
          <span>5 used</span>
        </LineRow>
        <LineRow to="/dev/ui" title="WINTER15">
          <strong>15% off</strong>
        </LineRow>
      </LineRows>
    </Example>
    <Example title="Charts">
      <HourChart
        label="Clicks by hour"
        series={[
          { name: 'amazon', label: 'Amazon' },
          { name: 'kobo', label: 'Kobo' },
        ]}
        bars={[18, 45, 27, 14, 6].map((clicks, hour, all) => ({
          title: `${10 + hour} AM`,
          parts: [(clicks * 2) / 3, clicks / 3].map(Math.round),
          sum: all.slice(0, hour + 1).reduce((sum, count) => sum + count),
        }))}
        hourCount={8}
        left={{ title: 'Clicks per hour', ticks: [0, 20, 40, 60] }}
        right={{ title: 'Clicks since sending', ticks: [0, 50, 100, 150] }}
        bottom={{ title: 'Hour', ticks: [0, 4].map((place) => ({ place, label: `${10 + place}:00` })) }}
      />
      <Gauge percent={72} label="72%" />
      <NumberTable
        caption="By store"
        headings={['Store', 'Clicks', 'Billable']}
        rows={[
          { name: 'Amazon', numbers: [73, 61] },
          { name: 'Kobo', numbers: [36, 30] },
        ]}
      />
      <MonthTable month="2026-11" letters={3} today="2026-11-23" aria-label="November 2026">
        {(date) => Number(date.slice(8))}
      </MonthTable>
    </Example>
  </MantineFrame>
);

function Pickers() {
  const [author, setAuthor] = useState<string | null>(null);
  const [view, setView] = useState('list');
  return (
    <>
      <div className={classes.columns}>
        <Picker
          label="One of many"
          placeholder="Type a name"
          hint="Optional"
          emptyText="No matches"
          clear="No author"
          data={NAMES}
          value={author}
          onChange={setAuthor}
        />
        <Picker label="With an error" emptyText="No matches" data={NAMES} value={null} error="Choose an author" />
        <ManyPicker label="Several of many" clear="None" data={NAMES} value={NAMES.slice(0, 2)} onChange={doNothing} />
        <TagsField label="Tags" hint="Press Enter to add a tag." data={NAMES} value={['gothic']} onChange={doNothing} />
        <NumberField label="A number" defaultValue={312} />
        <NumberField label="A number with an error" error="Pages must be at least 1" defaultValue={0} />
        <CentsField label="A price" value={299} onChange={doNothing} hint="Free, or at most $4.99" />
      </div>
      <Segments
        label="View"
        value={view}
        onChange={setView}
        options={[
          { value: 'list', label: 'List' },
          { value: 'calendar', label: 'Calendar' },
        ]}
      />
    </>
  );
}

function Dialogs() {
  const [isOpen, setIsOpen] = useState(false);
  const openConfirmation = () =>
    confirmDialog({
      title: 'Remove this card?',
      text: 'It won’t be charged again.',
      confirm: 'Remove card',
      onConfirm: doNothing,
    });
  return (
    <Row>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        Open a dialog
      </Button>
      <Button look="quiet" onClick={openConfirmation}>
        Ask a question
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="A dialog">
        <p>Escape and the cross close it.</p>
      </Dialog>
    </Row>
  );
}
