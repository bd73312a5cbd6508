/** Stands in the browser for a failure on the server: its ID is in the server's log, its words are not for visitors. */
export class PageError extends Error {
  readonly error_id: string;
  constructor(error_id: string) {
    super('The page could not be made.');
    this.name = 'PageError';
    this.error_id = error_id;
  }
}
