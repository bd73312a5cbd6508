-- The add-on's first label promised the top of the whole newsletter. A label that an administrator chose stays.
UPDATE addons SET label = 'Top spot in its category' WHERE name = 'top_of_newsletter' AND label = 'Top of the newsletter';
