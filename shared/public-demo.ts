/** Every page of a public demo begins with it. */
export const PUBLIC_DEMO_NOTICE =
  'This is a public demo: no money moves, and anyone can read what you enter here, emails included. Use made-up names and addresses.';
