export * from '#kit/contract/status-looks.ts'
