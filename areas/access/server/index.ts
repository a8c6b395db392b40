export { hashPassword } from './password.ts'
export { Sessions, sessionsOf, type SessionOptions } from './sessions.ts'
export { sessionUser } from './session-user.ts'
