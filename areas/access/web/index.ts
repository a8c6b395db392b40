export { StrongAuthenticationSection } from './strong-authentication-section.tsx'
