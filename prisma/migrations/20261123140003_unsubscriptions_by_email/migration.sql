-- AlterEnum
ALTER TYPE "MailEventType" ADD VALUE 'unsubscribe';
