export const SUCCESS_TEXTS = {
  authorDeleted: 'Author Profile was successfully deleted.',
  cardAdded: 'Your credit card was successfully added!',
  cardUpdated: 'Your credit card was successfully updated!',
  cardRemoved: 'Your credit card was successfully removed!',
  defaultCard: 'The default credit card was successfully updated',
  accountUpdated: 'Your account details were successfully updated',
  charged: 'The charge was successful.',
} as const;
