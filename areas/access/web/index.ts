export { PasswordSection } from './password-section.tsx'
export { SessionsSection } from './sessions-section.tsx'
export { StrongAuthenticationSection } from './strong-authentication-section.tsx'
