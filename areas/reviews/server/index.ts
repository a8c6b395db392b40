export { closeFailing, openFailing } from './connectors.ts'
export { forgetAhead } from './opening.ts'
