import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessApp } from '#tools/test/access-app.ts'
import { samlProvider, type Bent } from '#tools/test/saml-provider.ts'
import { samlSite, type SamlConfig } from '#tools/test/saml-site.ts'

const { site, idp, configure, begin, post, come, failureOf } = await samlSite()
const stranger = await samlProvider('idp.stranger.example')
afterAll(() => site.close())
beforeEach(() => site.owner.query('delete from rate_limit'))

describe('an answer is refused', () => {
  let config: SamlConfig
  beforeAll(async () => {
    config = await configure()
    await site.member(site.customers.A, 'victim@alpha.example', ['global_pilote'])
  })
  const victim = { email: 'victim@alpha.example' }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const edited = (edit: (xml: string) => string) => (answer: string) => Buffer.from(edit(Buffer.from(answer, 'base64').toString())).toString('base64')

  test.each<[string, Bent]>([
    ['for another audience', { Audience: 'https://other.example' }],
    ['for another recipient', { SubjectRecipient: 'https://other.example/acs' }],
    ['for another destination', { Destination: 'https://other.example/acs' }],
    ['that is over', { ConditionsNotOnOrAfter: minutesAgo(2) }],
    ['whose confirmation is over', { SubjectConfirmationDataNotOnOrAfter: minutesAgo(2) }],
    ['that has not begun', { ConditionsNotBefore: new Date(Date.now() + 3 * 60_000).toISOString() }],
    ['of another issuer', { Issuer: 'https://other.example' }],
    ['without an audience', { unsigned: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }],
    ['that never ends', { unsigned: (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, '') }],
    ['without a recipient', { unsigned: (xml) => xml.replace(/ Recipient="[^"]*"/, '') }],
    ['whose confirmation answers no request', { unsigned: (xml) => xml.replace(/(<saml:SubjectConfirmationData[^>]*) InResponseTo="[^"]*"/, '$1') }],
    ['without a destination', { unsigned: (xml) => xml.replace(/ Destination="[^"]*"/, '') }],
    ['with a comment in the name', { unsigned: (xml) => xml.replace('>victim@alpha.example<', '>victim@alpha.example<!---->.evil.example<') }],
  ])('%s', async (_, bent) => expect(failureOf(await come(config, victim, bent))).toBe('answer'))

  test('that says it failed', async () => {
    expect(failureOf(await come(config, victim, { unsigned: (xml) => xml.replace('status:Success', 'status:Responder') }))).toBe('refused')
  })

  test('that answers nothing, or what nobody asked', async () => {
    expect(failureOf(await come(config, victim, { unsigned: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') }))).toBe('answer')
    expect(failureOf(await come(config, victim, { InResponseTo: `_${'a'.repeat(48)}` }))).toBe('request')
  })

  test('that was changed, is not signed, or is signed by somebody else', async () => {
    expect(
      failureOf(
        await come(
          config,
          { email: 'nobody@alpha.example' },
          {},
          idp,
          edited((xml) => xml.replace('nobody@alpha.example', 'victim@alpha.example')),
        ),
      ),
    ).toBe('answer')
    expect(
      failureOf(
        await come(
          config,
          victim,
          {},
          idp,
          edited((xml) => xml.replaceAll(/<(?:\w+:)?Signature[ >].*?<\/(?:\w+:)?Signature>/gs, '')),
        ),
      ),
    ).toBe('answer')
    expect(failureOf(await come(config, victim, { Issuer: idp.entityId }, stranger))).toBe('answer')
    expect(
      failureOf(
        await come(
          config,
          victim,
          {},
          idp,
          edited((xml) => xml.replaceAll('rsa-sha256', 'rsa-sha1').replaceAll('xmldsig-more#rsa-sha1', 'xmldsig#rsa-sha1')),
        ),
      ),
    ).toBe('answer')
    for (const nothing of ['', 'AAAA', Buffer.from('<a/>').toString('base64'), Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>').toString('base64')]) {
      const sent = await post(config, nothing)
      expect([sent.session, sent.status === 400 || failureOf(sent) === 'answer']).toEqual(['', true])
    }
  })

  test('that was signed with what is broken', async () => {
    const old = await samlProvider('idp.old.example', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })
    const own = await configure({ idp_entity_id: old.entityId, sso_url: old.signInUrl, x509_certificate: old.certificate })
    expect(failureOf(await come(own, victim, {}, old))).toBe('answer')
  })

  /* A signed assertion for somebody harmless, and a forged one for the victim, in every place where a careless reader would look. */
  const assertionIn = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const forgedFrom = (assertion: string, id = '_forged') =>
    assertion
      .replaceAll(/<(?:\w+:)?Signature[ >].*?<\/(?:\w+:)?Signature>/gs, '')
      .replace(/ID="[^"]*"/, `ID="${id}"`)
      .replaceAll('harmless@alpha.example', 'victim@alpha.example')
  const signatureIn = (xml: string) => /<(?:\w+:)?Signature[ >].*?<\/(?:\w+:)?Signature>/s.exec(xml)?.[0] ?? ''
  const idIn = (xml: string) => /ID="([^"]*)"/.exec(xml)?.[1] ?? ''
  test.each<[string, (xml: string) => string]>([
    ['a forged assertion before the signed one', (xml) => xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml)) + assertionIn(xml))],
    ['a forged assertion after it', (xml) => xml.replace(assertionIn(xml), assertionIn(xml) + forgedFrom(assertionIn(xml)))],
    [
      'the signed one inside the forged one',
      (xml) => xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml)).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`)),
    ],
    [
      'the signed one inside the forged one’s signature',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          forgedFrom(assertionIn(xml)).replace(
            '<saml:Subject>',
            signatureIn(xml).replace(
              /<\/((?:\w+:)?)Signature>$/,
              `<$1Object>${assertionIn(xml).replace(signatureIn(xml), '')}</$1Object></$1Signature><saml:Subject>`,
            ),
          ),
        ),
    ],
    [
      'the signed one in extensions',
      (xml) =>
        xml
          .replace(assertionIn(xml), forgedFrom(assertionIn(xml)))
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
    ],
    ['two of the same name', (xml) => xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml), idIn(assertionIn(xml))) + assertionIn(xml))],
    [
      'the signature moved to the forged one',
      (xml) =>
        xml.replace(assertionIn(xml), forgedFrom(assertionIn(xml), idIn(assertionIn(xml))).replace('<saml:Subject>', `${signatureIn(xml)}<saml:Subject>`)),
    ],
    [
      'a response around the response',
      (xml) =>
        `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_x" Destination="${/Destination="([^"]*)"/.exec(xml)?.[1]}" InResponseTo="${/InResponseTo="([^"]*)"/.exec(xml)?.[1]}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${forgedFrom(assertionIn(xml))}${xml}</samlp:Response>`,
    ],
    [
      'an assertion of another namespace beside',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `${forgedFrom(assertionIn(xml)).replaceAll('saml:', 'own:').replace('<own:Assertion ', '<own:Assertion xmlns:own="urn:own" ')}${assertionIn(xml)}`,
        ),
    ],
  ])('wrapped: %s', async (_, wrap) => {
    const came = await come(
      config,
      { email: 'harmless@alpha.example' },
      {},
      idp,
      edited((xml) => {
        const wrapped = wrap(xml)
        expect(wrapped).not.toBe(xml)
        expect(wrapped).toContain('victim@alpha.example')
        return wrapped
      }),
    )
    expect(failureOf(came)).toBe('answer')
  })

  test('a second time, by another browser, or too late', async () => {
    const away = await begin(config)
    const { id } = await idp.read(away.location, away.metadata)
    const answer = await idp.answer(id, away.metadata, away.acs, away.entity, victim)
    expect(failureOf(await post(config, answer, away.cookie))).toBe('came in')
    expect(failureOf(await post(config, answer, away.cookie))).toBe('request')

    const second = await begin(config)
    const asked = await idp.read(second.location, second.metadata)
    const meant = await idp.answer(asked.id, second.metadata, second.acs, second.entity, victim)
    expect(failureOf(await post(config, meant, (await begin(config)).cookie))).toBe('browser')
    // It has been used up.
    expect(failureOf(await post(config, meant, second.cookie))).toBe('request')

    const third = await begin(config)
    await site.owner.query('update sso_request set expires_at = $1', [new Date(site.clock.now.getTime() - 60_000)])
    const late = await idp.read(third.location, third.metadata)
    expect(failureOf(await post(config, await idp.answer(late.id, third.metadata, third.acs, third.entity, victim), third.cookie))).toBe('request')
  })

  test('one assertion lets in once, even in answer to another request', async () => {
    const AssertionID = `_${'b'.repeat(40)}`
    expect(failureOf(await come(config, victim, { AssertionID }))).toBe('came in')
    expect(failureOf(await come(config, victim, { AssertionID }))).toBe('answer')
  })

  test('that another configuration asked for, even of the same provider', async () => {
    const other = await configure({ name: 'Other' })
    const away = await begin(config)
    const { id } = await idp.read(away.location, away.metadata)
    expect(failureOf(await post(other, await idp.answer(id, away.metadata, away.acs, away.entity, victim), away.cookie))).toBe('answer')
    const service = await begin(other)
    expect(failureOf(await post(other, await idp.answer(id, service.metadata, service.acs, service.entity, victim), away.cookie))).toBe('request')
  })

  test('over https the browser must bring the proof that it asked', async () => {
    const secure = await accessApp({ publicUrl: 'https://vigie.example' })
    try {
      const own = secure.browser()
      await secure.member(secure.customers.A, 'p@alpha.example', ['global_pilote'])
      await own.signIn('p@alpha.example')
      const { object } = (
        await own.call('POST', '/auth_config', {
          name: 'D',
          enabled: true,
          sandbox: false,
          idp_entity_id: idp.entityId,
          sso_url: idp.signInUrl,
          x509_certificate: idp.certificate,
        })
      ).body as unknown as { object: SamlConfig }
      const { object: made } = (await own.call('GET', `/auth_config/${object.id}`)).body as unknown as { object: SamlConfig }
      const begun = await secure.http.inject({ method: 'GET', url: `/api/auth/saml/${made.key}/login` })
      expect(String(begun.headers['set-cookie'])).toContain('HttpOnly; SameSite=None; Secure')
      const metadata = (await secure.http.inject({ method: 'GET', url: `/api/auth/saml/${made.key}/metadata` })).body
      const { id } = await idp.read(String(begun.headers.location), metadata)
      const base = `https://vigie.example/api/auth/saml/${made.key}`
      const payload = new URLSearchParams({
        SAMLResponse: await idp.answer(id, metadata, `${base}/acs`, `${base}/metadata`, { email: 'p@alpha.example' }),
      }).toString()
      const sent = await secure.http.inject({
        method: 'POST',
        url: `/api/auth/saml/${made.key}/acs`,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(sent.headers.location).toMatch(/error=browser/)
    } finally {
      await secure.close()
    }
  })
})
