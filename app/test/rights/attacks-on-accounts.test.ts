import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accessApp, password, type Browser } from '#tools/test/access-app.ts'
import { lettersTo, tokenIn } from '#tools/test/letters.ts'

let app: Awaited<ReturnType<typeof accessApp>>
let pilots: { A: Browser; B: Browser }
let n = 0
const fresh = 'Brand-New-Horse-7'

beforeAll(async () => {
  app = await accessApp()
  const pilotOf = async (customer: 'A' | 'B') => {
    await app.member(app.customers[customer], `pilot@${customer}.example`, ['global_pilote'])
    const browser = app.browser()
    await browser.signIn(`pilot@${customer}.example`)
    return browser
  }
  pilots = { A: await pilotOf('A'), B: await pilotOf('B') }
})
afterAll(() => app.close())
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  app.clock.now = new Date()
  await app.owner.query('delete from rate_limit; delete from sign_in_attempt')
})

const person = (email = `someone${(n += 1)}@else.example`) => ({ email, firstname: 'Some', lastname: 'One', roles: ['contributor'] })
const add = (by: Browser, email?: string) => by.call('POST', '/member', person(email))
/** The newest link that was mailed to an address. */
async function linkTo(email: string): Promise<string> {
  await app.jobs()
  return tokenIn((await lettersTo(app.owner, email))[0])
}
const reset = (token: string, chosen = fresh) => app.browser().call('POST', '/auth/password/reset', { token, password: chosen, password_confirm: chosen })

interface Puzzle {
  challenge: { parameters: object; signature: string }
  solution: { counter: number; derivedKey: string }
}
async function solvedPuzzle(): Promise<Puzzle> {
  const { body } = await app.browser().call('GET', '/auth/captcha')
  const challenge = body.object as never
  return { challenge, solution: (await solveChallenge({ challenge, deriveKey })) as Puzzle['solution'] }
}
const spelt = (puzzle: object) => Buffer.from(JSON.stringify(puzzle)).toString('base64')
const forgot = (token: string, email = 'nobody@nowhere.example') => app.browser().call('POST', '/auth/password/forgot', { email, recaptcha_token: token })

/** Somebody of organisation A who has verified strong authentication. */
async function protectedPerson() {
  const email = `strong${(n += 1)}@a.example`
  await app.member(app.customers.A, email, ['contributor'])
  const browser = app.browser()
  await browser.signIn(email)
  const { secret } = (await browser.call('PUT', '/user/generate_secret', { mfa_activated: true })).body
  const code = () => new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: app.clock.now.getTime() })
  const { body } = await browser.call('PUT', '/user/check_secret', { authentication_code: code() })
  app.clock.now = new Date(app.clock.now.getTime() + 90_000)
  return { email, browser, code, recovery: body.recovery_codes as string[] }
}
const login = (email: string, more: object) => app.browser().call('POST', '/auth/login', { email, password, ...more })

test('an account that somebody made for another’s address and left again opens nothing where the address is added later', async () => {
  const { body } = await add(pilots.A)
  const { email } = body.object as unknown as { email: string }
  await pilots.A.call('PUT', `/member/${body.object.id}/password`, { password })
  // They come in once, make the password their own, and cover their tracks.
  const squatter = app.browser()
  await squatter.signIn(email)
  expect((await squatter.call('PUT', '/user/password', { password, new_password: fresh, new_password_confirm: fresh })).status).toBe(200)
  expect((await pilots.A.call('DELETE', `/member/${body.object.id}`)).status).toBe(200)
  expect((await add(pilots.B, email)).status).toBe(200)
  expect((await app.browser().signIn(email, fresh)).status).toBe(400)
  expect((await reset(await linkTo(email), 'The-Holders-Own-1')).status).toBe(200)
  expect((await app.browser().signIn(email, fresh)).status).toBe(400)
  expect((await app.browser().signIn(email, 'The-Holders-Own-1')).body).toMatchObject({ user: { customer: { id: app.customers.B } } })
})

test('of two answers to one link at once, one chooses', async () => {
  const { email } = (await add(pilots.A)).body.object as unknown as { email: string }
  const token = await linkTo(email)
  const choices = ['First-Horse-11', 'Second-Horse-22', 'Third-Horse-33']
  const answers = await Promise.all(choices.map((chosen) => reset(token, chosen)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const chosen = choices[answers.findIndex(({ status }) => status === 200)] ?? ''
  for (const tried of choices) {
    await app.owner.query('delete from sign_in_attempt')
    expect((await app.browser().signIn(email, tried)).status).toBe(tried === chosen ? 200 : 400)
  }
})

test('one recovery code cannot let two in at once', async () => {
  const { email, recovery } = await protectedPerson()
  const answers = await Promise.all([0, 1].map(() => login(email, { recovery_code: recovery[0] })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a code that was good for one thing is good for nothing else', async () => {
  const { email, browser, code } = await protectedPerson()
  const shown = code()
  expect((await login(email, { authentication_code: shown })).status).toBe(200)
  expect((await browser.call('PUT', '/user/check_secret', { authentication_code: shown })).body).toMatchObject({ code: 'INVALID_CODE' })
  expect((await browser.call('POST', '/user/recovery_codes', { authentication_code: shown })).body).toMatchObject({ code: 'INVALID_CODE' })
  app.clock.now = new Date(app.clock.now.getTime() + 90_000)
  const next = code()
  expect((await browser.call('POST', '/user/recovery_codes', { authentication_code: next })).status).toBe(200)
  expect((await login(email, { authentication_code: next })).body).toMatchObject({ code: 'INVALID_CODE' })
})

test('one puzzle is worth one call, however many are made at once and however its answer is written', async () => {
  const puzzle = await solvedPuzzle()
  const answers = await Promise.all([0, 1, 2, 3].map(() => forgot(spelt(puzzle))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { challenge, solution } = puzzle
  const rewritten = [
    { solution, challenge },
    { ...puzzle, more: true },
    { challenge: { ...challenge, signature: challenge.signature.toUpperCase() }, solution },
    { challenge: { ...challenge, signature: ` ${challenge.signature}` }, solution },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } }, solution },
    { challenge, solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() } },
  ]
  for (const each of rewritten) expect((await forgot(spelt(each))).body).toMatchObject({ ok: false, code: 'CAPTCHA' })
})

test('no other way of writing an address escapes its lock', async () => {
  const email = `locked${(n += 1)}@a.example`
  await app.member(app.customers.A, email, ['contributor'])
  for (const typed of [email, email.toUpperCase(), `  ${email} `]) await app.browser().signIn(typed, 'wrong')
  for (const typed of [email, email.toUpperCase(), ` ${email}`]) expect((await app.browser().signIn(typed)).body).toMatchObject({ code: 'ACCOUNT_LOCKED' })
  // What no address looks like is none, and what is another address is nobody’s here.
  for (const typed of [`${email}.`, email.replace('@', '＠'), email.replace('locked', 'ⓛocked'), `${email}\u200b`, `"${email}`])
    expect((await app.browser().signIn(typed)).body).toMatchObject({ code: 'INVALID' })
  expect((await app.browser().signIn(email.replace('@', '+more@'))).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('limits are reached alike by known and by unknown addresses', async () => {
  // A refusal says in how many seconds to come back: between one address and the other none may pass.
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked = async (email: string) => {
    await app.owner.query('delete from rate_limit')
    const answers: unknown[] = []
    for (let i = 0; i < 32; i += 1) {
      const { status, body } = await app.browser().call('POST', '/auth/login/email', { email })
      answers.push({ status, body })
    }
    return answers
  }
  const known = await asked('pilot@a.example')
  expect(known.slice(-2)).toMatchObject([{ status: 429 }, { status: 429 }])
  expect(await asked('nobody@a.example')).toEqual(known)
})

test('whoever adds somebody is not told whether the address is known elsewhere', async () => {
  const known = `known${(n += 1)}@b.example`
  await app.member(app.customers.B, known, ['contributor'])
  await app.browser().signIn(known)
  const responseTo = async (email: string) => {
    const { status, body } = await add(pilots.A, email)
    const found = await pilots.A.call('GET', `/member/${body.object.id}`)
    const plain = (text: unknown) =>
      JSON.stringify(text)
        .replaceAll(email, '')
        .replaceAll(/"[^"]*_at":"[^"]*"|\d+/g, '')
    return [status, plain(body), plain(found.body)]
  }
  expect(await responseTo(known)).toEqual(await responseTo(`unknown${(n += 1)}@b.example`))
})
