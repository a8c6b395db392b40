-- Whether the whole report goes with the mail as a PDF; those that are scheduled already stay as they were.
alter table report_schedule add column attached boolean not null default false;
alter table report_schedule alter column attached set default true;
alter table report_schedule_history add column attached boolean not null default false;

-- A file that goes with a mail, gone with it once it is sent.
alter table outbox_mail add column attachment_name text;
alter table outbox_mail add column attachment_mime text;
alter table outbox_mail add column attachment bytea check (octet_length(attachment) <= 10485760);
alter table outbox_mail add constraint outbox_mail_attachment check ((attachment is null) = (attachment_name is null) and (attachment is null) = (attachment_mime is null));
