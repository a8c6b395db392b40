-- The text of a mail that waits holds no link that lets somebody in: that stands beside it, sealed with the installation's key, for whatever sends the mail.
alter table outbox_mail add column secret text;
