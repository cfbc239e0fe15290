-- Only for the inngest profile: run by the image like databases.sql, and by hand if the password was set later
-- (docs/operating.md).
\getenv inngest_password INNGEST_DATABASE_PASSWORD
select :'inngest_password' <> '' as is_used \gset
\if :is_used
create role inngest login password :'inngest_password';
create database inngest owner inngest;
\endif
