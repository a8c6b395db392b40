import { chromium } from 'playwright'
import { readFileSync, readdirSync } from 'node:fs'
const password = readFileSync('data/demo-password', 'utf8').trim()
const base = 'http://localhost:4317'
const exe = process.env.CHROME
const browser = await chromium.launch({ ...(exe ? { executablePath: exe } : {}), args: ['--no-sandbox'] })
const [, , lang = 'fr', scheme = 'light', width = '1440', ...paths] = process.argv
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme, locale: lang })
const page = await context.newPage()
page.on('console', (m) => { if (m.type() === 'error') console.log('console', m.text()) })
page.on('pageerror', (e) => console.log('pageerror', e.message))
const sign = await context.request.post(base + '/api/auth/login', { headers: { 'x-vigie': '1' }, data: { email: 'global_pilote@demo.example', password } })
console.log('sign', sign.status(), (await sign.text()).slice(0, 200))
if (lang !== 'fr') await context.request.put(base + '/api/user/language', { headers: { 'x-vigie': '1' }, data: { lang } })
for (const one of paths) {
  const [path, name, ...acts] = one.split('|')
  await page.goto(base + path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(800)
  for (const act of acts) { const [kind, what] = act.split('='); if (kind === 'click') await page.getByRole('button', { name: what }).first().click(); if (kind === 'text') await page.getByText(what).first().click(); await page.waitForTimeout(900) }
  await page.screenshot({ path: `/tmp/w/shots/${name}-${lang}-${scheme}-${width}.png` })
}
if (lang !== 'fr') await context.request.put(base + '/api/user/language', { headers: { 'x-vigie': '1' }, data: { lang: 'fr' } })
await browser.close()
