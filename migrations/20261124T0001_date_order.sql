-- How a person writes days; null: as their language and region do (I18N-03).
alter table member add column date_order text check (date_order in ('DMY', 'MDY', 'YMD'));
alter table member_history add column date_order text;
