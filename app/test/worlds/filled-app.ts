import { onceARun } from '#tools/test/once-a-run.ts'
import { fillOrganisation, type Ids } from './fill-organisation.ts'
import { testApp, type Person, type Template, type TestApp } from './test-app.ts'

/** The word that all of the filled organisation says. */
export const filledWord = 'Aldebaran'
export const filledPilot = 'pilot@aldebaran.example'

interface Made {
  readonly customer: Filled['customer']
  readonly ids: readonly (readonly [name: string, ids: (number | string)[]])[]
  readonly from: Template
}

interface Filled {
  readonly customer: { readonly id: number; readonly root: number }
  readonly ids: Ids
}

/** Made once for a run: to give an organisation something of everything takes hundreds of requests, and many a file looks at all of it. */
let made: Promise<Made> | undefined

/** A server with an organisation that holds something of everything, and its pilot signed in: a copy, of which each file does what it likes. */
export async function filledApp(options: Parameters<typeof testApp>[0] = {}): Promise<Filled & { readonly app: TestApp; readonly pilot: Person }> {
  const { customer, ids, from } = await (made ??= onceARun('filled-organisation', fill))
  const app = await testApp({ ...options, from })
  return { app, customer, pilot: await app.signIn(filledPilot), ids: new Map([...ids].map(([name, known]) => [name, [...known]])) }
}

async function fill(): Promise<Made> {
  const app = await testApp()
  const customer = await app.customer(filledWord)
  const pilot = await app.member(customer.id, 'global_pilote', { email: filledPilot })
  const ids = await fillOrganisation(app, pilot, filledWord)
  return { customer, ids: [...ids], from: await app.keep() }
}
