// npm run client            writes clients/typescript/src/operations.ts from the contract
import { writeFileSync } from 'node:fs';
import { CLIENT_FILE, clientSource } from './client/source.ts';

writeFileSync(CLIENT_FILE, clientSource());
