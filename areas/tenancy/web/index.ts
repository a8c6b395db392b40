export { AddOnDialog, AddOns } from './add-ons.tsx'
export { LogoField } from './logo-field.tsx'
