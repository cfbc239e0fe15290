-- What a bank needs on record before it gets live keys.
alter table bank add column agreement text;
