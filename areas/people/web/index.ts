export { changeLanguage, changeTheme, endImpersonation } from './own-settings.ts'
