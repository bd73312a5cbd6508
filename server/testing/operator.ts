/** The settings of the operator and the sender, which every installation but a demo or sandbox requires. */
export const OPERATOR = {
  OPERATOR_NAME: 'Quill & Press Ltd',
  OPERATOR_ADDRESS: '12 Example Lane, Example City',
  OPERATOR_COUNTRY: 'Example Country',
  OPERATOR_EMAIL: 'desk@example.com',
  OPERATOR_REPLY_TIME: 'two business days',
  OPERATOR_APPEALS: 'A second editor looks at the book, usually within a week.',
  OPERATOR_GOVERNING_LAW: 'the laws of Example Country',
  MAIL_FROM: 'Deckle <news@deckle-books.org>',
};
