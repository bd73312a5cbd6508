-- Emails to support about promotions named the partner, and closing the account didn't erase the name.
UPDATE mails SET props = props - 'partner_name' WHERE template = 'money_alert';
UPDATE mails SET props = jsonb_set(props, '{promotions}', (
  SELECT jsonb_agg(promotion - 'partner_name' ORDER BY position)
  FROM jsonb_array_elements(props -> 'promotions') WITH ORDINALITY AS list(promotion, position)
)) WHERE template = 'promotions_undecided' AND jsonb_array_length(props -> 'promotions') > 0;
