/** COPY, which the pg package leaves to others: the rows of a statement as Postgres's own text, and back into a table. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** The wire, as far as COPY needs it. */
type Wire = {
  stream: NodeJS.WritableStream & { pause(): void; resume(): void; writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** What a client calls back while its server works on one statement. */
abstract class Copy {
  #text: string;
  #error: Error | null = null;
  protected wire!: Wire;
  rows = 0;

  constructor(text: string) {
    this.#text = text;
  }

  abstract done(error: Error | null): void;

  submit(wire: Wire) {
    this.wire = wire;
    wire.query(this.#text);
  }
  handleCommandComplete({ text }: { text: string }) {
    this.rows = Number(text.split(' ').at(-1));
  }
  handleError(error: Error) {
    this.#error = error;
  }
  handleReadyForQuery() {
    this.done(this.#error);
  }
}

/** `copy (select …) to stdout`. `rows` is known when `text` has ended. */
export function copyOut(client: pg.Client, statement: string): { text: Readable; rows(): number } {
  const text = new Readable({ read: () => copy.resume() });
  const copy = new (class extends Copy {
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy of its own: the client reads the next packet into the same memory.
      if (!text.push(Buffer.from(chunk))) this.wire.stream.pause();
    }
    resume() {
      this.wire?.stream.resume();
    }
    done(error: Error | null) {
      if (error) text.destroy(error);
      else text.push(null);
    }
  })(statement);
  client.query(copy as never);
  return { text, rows: () => copy.rows };
}

/** `copy … from stdin`. Answers how many rows it took. */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const copy = new (class extends Copy {
      handleCopyInResponse() {
        void this.#feed().catch((error) => this.wire.sendCopyFail(String(error.message)));
      }
      async #feed() {
        for await (const chunk of source) {
          this.wire.sendCopyFromChunk(chunk);
          if (this.wire.stream.writableNeedDrain) await once(this.wire.stream, 'drain');
        }
        this.wire.endCopyFrom();
      }
      done(error: Error | null) {
        if (error) reject(error);
        else resolve(this.rows);
      }
    })(statement);
    client.query(copy as never);
  });
}
