// npm run images:pin               writes the digest of each image's tag to docker-compose.yml and the Dockerfiles
// npm run images:pin -- FILE …     to these files instead
// Queries the images' registries, and writes nothing unless all of them respond. Run it again after changing a tag.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { imagesIn, pinImages } from './images/references.ts';
import { digestOf } from './images/registry.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const files = positionals.length ? positionals : ['docker-compose.yml', 'Dockerfile', 'docker/patroni/Dockerfile'];

for (const [file, text] of await pinnedFiles()) writeFileSync(file, text);

async function pinnedFiles() {
  try {
    const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
    const images = [...new Set(texts.flatMap(([, text]) => imagesIn(text)))];
    const digests = new Map<string, string>();
    for (const image of images) digests.set(image, await digestOf(image));
    for (const [image, digest] of digests) console.log(`${image}@${digest}`);
    return texts.map(([file, text]) => [file, pinImages(text, digests)] as const);
  } catch (error) {
    console.error(`${(error as Error).message}\nNothing was written.`);
    process.exit(1);
  }
}
