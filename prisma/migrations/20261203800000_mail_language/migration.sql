-- The language of the e-mails to an address.
ALTER TABLE "notification_recipient" ADD COLUMN "locale" TEXT NOT NULL DEFAULT 'en';
