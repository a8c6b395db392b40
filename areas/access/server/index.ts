export { newLink } from './account-links.ts'
export { hashPassword } from './password.ts'
export { Sessions, sessionsOf, type Entrance, type SessionOptions } from './sessions.ts'
export { unverifiedSecret } from './unverified-secret.ts'
