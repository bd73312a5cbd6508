-- Apart from the new scope, which can't be used in the transaction that adds it.

ALTER TABLE auth_tokens ADD CONSTRAINT auth_tokens_viewer CHECK ((scope = 'view_as') = (viewer_id IS NOT NULL));
