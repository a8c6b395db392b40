import { afterEach, expect, test } from 'vitest'
import { settled, signIn, visit, type Visitor } from '#e2e/browser.ts'

let visitor: Visitor | undefined
afterEach(async () => {
  await visitor?.close()
  visitor = undefined
})

test.each([
  ['en', 'Invalid credentials'],
  ['fr', 'Identifiants'],
] as const)('a wrong password says so and goes back to the first step, fields cleared (%s)', async (lang, text) => {
  visitor = await visit({ lang })
  const { page } = visitor
  await page.goto('/login')
  await page.locator('input[type=email]').fill(`nobody-${lang}@demo.example`)
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill('Not-the-password-1')
  await page.keyboard.press('Enter')
  await page.getByText(text).first().waitFor()
  await page.locator('input[type=email]').waitFor()
  expect(await page.locator('input[type=email]').inputValue()).toBe('')
})

test('someone signed out is led to the page they asked for once they are signed in, and never off the site', async () => {
  visitor = await visit()
  const { page } = visitor
  await page.goto(visitor.address('/org/modeling'))
  await page.waitForURL(/\/login\?redirect=/)
  await page.goto(visitor.address('/login?redirect=https://evil.example/'))
  await page.locator('input[type=email]').fill('global_pilote@demo.example')
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill('Vigie-demo-2026')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  expect(new URL(page.url()).origin).toBe(new URL(visitor.address('/')).origin)
})

test('a session opened on one server holds on the other, and signing out ends it on both', async () => {
  visitor = await signIn('global_auditor@demo.example')
  const { page, context } = visitor
  const other = await context.newPage()
  const { inject } = await import('vitest')
  const second = inject('addresses')[1] ?? ''
  const cookies = await context.cookies()
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: second })))
  await other.goto(`${second}/org/modeling`)
  await settled(other)
  expect(new URL(other.url()).pathname).toBe('/org/modeling')
  await page.evaluate(() => fetch('/api/auth/logout', { method: 'POST', headers: { 'x-vigie': '1' } }))
  await other.goto(`${second}/org/modeling`)
  await other.waitForURL(/\/login/)
})
