/** People of one organisation with and without strong authentication, and the codes that their devices would show. */
import { Secret, TOTP } from 'otpauth'
import { accessApp, password, type Browser } from './access-app.ts'

/** On a server of its own; `fresh` sets clock, limits and the organisation's policy back, for before each test. */
export async function strongPeople() {
  const app = await accessApp()
  let made = 0
  const second = 1000

  const later = (seconds: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * second)
  }
  /** What the device shows, `shift` steps of thirty seconds from now. */
  const codeOf = (secret: string, shift = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now.getTime() + shift * 30 * second })
  const mode = (text: string | null, customer: 'A' | 'B' = 'A') =>
    app.owner.query('update customer set mfa_mode = $1 where id = $2', [text, app.customers[customer]])
  /** An address that nobody has. */
  const address = (domain = 'a.example') => `strong${(made += 1)}@${domain}`

  /** A new person of organisation A, signed in. */
  async function someone(): Promise<{ email: string; id: number; browser: Browser }> {
    const email = address()
    const id = await app.member(app.customers.A, email, ['global_pilote'])
    const browser = app.browser()
    await browser.signIn(email)
    return { email, id, browser }
  }

  /** One who has verified strong authentication already. */
  async function protectedPerson() {
    const person = await someone()
    const { body } = await person.browser.call('PUT', '/user/generate_secret', { mfa_activated: true })
    const secret = String(body.secret)
    const checked = await person.browser.call('PUT', '/user/check_secret', { authentication_code: codeOf(secret) })
    later(60)
    return { ...person, secret, codes: checked.body.recovery_codes as string[] }
  }

  return {
    app,
    later,
    codeOf,
    wrongCodeFor: (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0'),
    mode,
    address,
    someone,
    protectedPerson,
    login: (email: string, more: object = {}, typed = password) => {
      const browser = app.browser()
      return browser.call('POST', '/auth/login', { email, password: typed, ...more }).then((answer) => ({ ...answer, browser }))
    },
    fresh: async () => {
      app.clock.now = new Date()
      await app.owner.query('delete from rate_limit')
      await mode(null)
    },
  }
}
