export { AddOnDialog, AddOns } from './add-ons.tsx'
export { SoldFacts } from './sold-facts.tsx'
export { LogoField } from './logo-field.tsx'
