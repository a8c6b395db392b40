-- What members want to hear of, by kind: in the product, and by which mail. Without a row the kind's own default holds (kit/contract/notification-kinds.ts).
create table notification_choice (
  customer_id bigint not null references customer,
  member_id bigint not null,
  kind text not null,
  in_app boolean not null,
  mail text not null check (mail in ('AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER')),
  primary key (customer_id, member_id, kind),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
call tenant_policies('notification_choice');

-- By which mail each is still to be told, decided when it is written and taken back by whoever has sent it, so that nothing is mailed twice; and whether the
-- product shows it at all. What was told before is in nobody's mail.
alter table notification add column mail text check (mail in ('AT_ONCE', 'DAILY', 'WEEKLY')), add column shown boolean not null default true;
create index on notification (customer_id, mail, member_id) where mail is not null;
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check
  check (kind in ('to_approve', 'assigned', 'mentioned', 'commented', 'due_soon', 'late', 'decided', 'rejected', 'expiring'));
-- Whoever is asked to approve is asked no more once it is decided.
create index on notification (customer_id, cause) where kind = 'to_approve' and read_at is null;

-- The moment of the last mail at once, so that many events in a row are few mails.
alter table digest_mail drop constraint digest_mail_kind_check, add constraint digest_mail_kind_check check (kind in ('AT_ONCE', 'DAILY', 'WEEKLY'));
alter table digest_mail add column sent_at timestamptz not null default moment();

-- The last morning that was told to members of each time zone of an organisation.
create table morning (
  customer_id bigint not null references customer,
  zone text not null,
  day date not null,
  primary key (customer_id, zone)
);
call tenant_policies('morning');

-- Where mail programs take back a mail of this kind by themselves (RFC 8058).
alter table outbox_mail add column one_click text;
