-- Run once by the image, when it creates its data directory. Each service owns its database and isn't a
-- superuser.
\getenv points_password POINTS_DATABASE_PASSWORD
create role points login password :'points_password';
create database points owner points;
