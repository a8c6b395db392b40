export { showWebhook, type ShownHook } from './webhooks/show.ts'
