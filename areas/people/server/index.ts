export { createInstallation, createMember, type Installation, type NewMember } from './create-member.ts'
