-- Run once, by the image, when its data directory is made. Each service owns its database and is no
-- superuser.
\getenv points_password POINTS_DATABASE_PASSWORD
create role points login password :'points_password';
create database points owner points;
