// npm run content:table   writes docs/pages.md from a temporary server with demo data
import { build } from './prepare.mjs';

build();
const { writePageTable } = await import('../tests/page-table.ts');
await writePageTable();
