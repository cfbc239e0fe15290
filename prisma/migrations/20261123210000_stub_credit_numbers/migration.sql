-- The confirmation numbers of the sandbox's platform: unique among all schools, also after a restart.
CREATE SEQUENCE "stub_credit_number" START 118204;
