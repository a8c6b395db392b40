import { describe, expect, test } from 'vitest'
import { checkShape } from './saml-document.ts'
import { SsoError } from './sso-error.ts'

/*
 * The known ways to wrap a signature (XSW 1 to 8) and their kin, as documents whose signatures are made of nothing: whether their form is refused is asked of our own guard alone, before any library
 * looks at a signature. «harmless» is who was signed, «forged» who would come in.
 */

const acs = 'https://vigie.example/acs'
const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

interface SignatureForm {
  readonly inside?: string
  readonly references?: string
  readonly method?: string
  readonly transforms?: string
}
const transform = (algorithm: string) => `<ds:Transform Algorithm="${algorithm}"/>`
const plainTransforms = transform(`${dsig}enveloped-signature`) + transform(exclusive)
const reference = (id: string, transforms = plainTransforms) =>
  `<ds:Reference URI="${id && `#${id}`}"><ds:Transforms>${transforms}</ds:Transforms><ds:DigestMethod Algorithm="${sha256}"/><ds:DigestValue>AA==</ds:DigestValue></ds:Reference>`
const signature = (id: string, { inside = '', transforms, references = reference(id, transforms), method = `${more}rsa-sha256` }: SignatureForm = {}) =>
  `<ds:Signature xmlns:ds="${dsig}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${exclusive}"/><ds:SignatureMethod Algorithm="${method}"/>${references}</ds:SignedInfo><ds:SignatureValue>AA==</ds:SignatureValue>${inside}</ds:Signature>`
const assertion = (who: string, { signed = '', inside = '' } = {}) =>
  `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${who}">${signed}<saml:Subject><saml:NameID>${who}@example.org</saml:NameID></saml:Subject>${inside}</saml:Assertion>`
const response = (content: string, { id = '_response', before = '', status = 'urn:oasis:names:tc:SAML:2.0:status:Success' } = {}) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Destination="${acs}" InResponseTo="_asked">${before}<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${content}</samlp:Response>`

const signedAssertion = assertion('harmless', { signed: signature('_harmless') })

/** Why a document is refused, or what it says it answers. */
const judged = async (xml: string) =>
  checkShape(xml, acs).then(
    ({ inResponseTo }) => inResponseTo,
    (error: unknown) => (error instanceof SsoError ? error.message : error),
  )

test.each([
  ['an assertion that is signed', response(signedAssertion)],
  ['a response that is signed', response(assertion('harmless'), { before: signature('_response') })],
  ['both', response(signedAssertion, { before: signature('_response') })],
])('%s has the form that is asked for', async (_, xml) => expect(await judged(xml)).toBe('_asked'))

const twoResponses = 'There is more than one response'
const twoAssertions = 'There is not exactly one assertion, in its place'
const extensions = (inside: string) => `<samlp:Extensions>${inside}</samlp:Extensions>`
const object = (inside: string) => `<ds:Object>${inside}</ds:Object>`

describe('a wrapped signature is refused', () => {
  const original = response(assertion('harmless'))
  const forged = (rest: string) => response(`${assertion('forged')}${rest}`, { id: '_other' })

  test.each([
    ['1: the signed response inside the signature of a forged one', forged(signature('_response', { inside: original })), twoResponses],
    ['2: the signed response beside its signature in a forged one', forged(original + signature('_response')), twoResponses],
    ['3: a forged assertion before the signed one', response(assertion('forged') + signedAssertion), twoAssertions],
    ['3, the other way round', response(signedAssertion + assertion('forged')), twoAssertions],
    ['4: the signed assertion inside a forged one', response(assertion('forged', { inside: signedAssertion })), twoAssertions],
    [
      '5: a forged assertion with the signature of one that follows',
      response(assertion('forged', { signed: signature('_harmless') }) + assertion('harmless')),
      twoAssertions,
    ],
    [
      '6: the signed assertion inside the signature of a forged one',
      response(assertion('forged', { signed: signature('_harmless', { inside: assertion('harmless') }) })),
      twoAssertions,
    ],
    ['7: a forged assertion in extensions', response(signedAssertion, { before: extensions(assertion('forged')) }), twoAssertions],
    [
      '8: the signed assertion in an object of the signature of a forged one',
      response(assertion('forged', { signed: signature('_harmless', { inside: object(assertion('harmless')) }) })),
      twoAssertions,
    ],
    ['the signed assertion in extensions', response(assertion('forged'), { before: extensions(signedAssertion) }), twoAssertions],
    ['the signed assertion alone, in extensions', response('', { before: extensions(signedAssertion) }), twoAssertions],
    ['the signed assertion alone, in a part of the status', response(`<samlp:StatusDetail>${signedAssertion}</samlp:StatusDetail>`), twoAssertions],
    ['a forged assertion of another namespace', response(signedAssertion + '<Assertion xmlns="urn:own" ID="_forged"/>'), twoAssertions],
    ['one assertion, of another namespace', response('<Assertion xmlns="urn:own" ID="_forged"/>'), twoAssertions],
    [
      'a response of another namespace around it',
      `<Response xmlns="urn:own" ID="_other">${response(signedAssertion)}</Response>`,
      'The document is no response',
    ],
    ['a response inside the assertion', response(assertion('forged', { inside: original })), twoResponses],
    ['an assertion by itself', signedAssertion, 'The document is no response'],
    ['no assertion', response(''), twoAssertions],
    ['one that is encrypted', response('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'), 'The assertion is encrypted'],
    ['one that is encrypted beside', response(`${signedAssertion}<EncryptedAssertion xmlns="urn:own"/>`), 'The assertion is encrypted'],
  ])('%s', async (_, xml, reason) => expect(await judged(xml)).toBe(reason))
})

describe('a signature is of what it stands in, and of nothing else', () => {
  const other = 'A signature is of something else'
  const place = 'A signature is out of place'
  const same = 'Two elements have the same ID'

  test.each([
    ['of the response, in the assertion', response(assertion('forged', { signed: signature('_response') })), other],
    ['of the assertion, in the response', response(assertion('harmless'), { before: signature('_harmless') }), other],
    ['of what is not there', response(assertion('forged', { signed: signature('_nobody') })), other],
    ['of the whole document, whatever that is', response(assertion('forged', { signed: signature('') })), other],
    [
      'of an address elsewhere',
      response(assertion('forged', { signed: signature('', { references: reference('').replace('URI=""', 'URI="https://example.org/a.xml"') }) })),
      other,
    ],
    ['by a path', response(assertion('forged', { signed: signature('xpointer(/)') })), other],
    ['of two', response(assertion('forged', { signed: signature('', { references: reference('_forged') + reference('_response') }) })), other],
    ['of none', response(assertion('forged', { signed: signature('', { references: '' }) })), other],
    ['twice', response(assertion('harmless', { signed: signature('_harmless') + signature('_harmless') })), place],
    ['in the subject', response(assertion('forged', { inside: `<saml:Advice>${signature('_forged')}</saml:Advice>` })), place],
    ['in the status', response(assertion('forged'), { before: extensions(signature('_response')) }), place],
    ['with an object', response(assertion('harmless', { signed: signature('_harmless', { inside: object('x') }) })), 'A signature carries an object'],
    ['where two have one ID', response(assertion('harmless', { signed: signature('_harmless') }), { id: '_harmless' }), same],
    ['where two have one ID, by Id', response(signedAssertion, { before: extensions('<a Id="_harmless"/>') }), same],
    ['where two have one ID, by id', response(signedAssertion, { before: extensions('<a id="_harmless"/>') }), same],
    ['where two have one ID, by xml:id', response(signedAssertion, { before: extensions('<a xml:id="_harmless"/>') }), same],
  ])('%s', async (_, xml, reason) => expect(await judged(xml)).toBe(reason))

  test.each([
    ['SHA-1', { method: `${dsig}rsa-sha1` }],
    ['MD5', { method: `${more}rsa-md5` }],
    ['a key that is shared', { method: `${dsig}hmac-sha1` }],
    ['a key that is shared, of today', { method: `${more}hmac-sha256` }],
    ['nothing', { method: '' }],
    ['what a sheet of styles makes of it', { transforms: transform('http://www.w3.org/TR/1999/REC-xslt-19991116') }],
    ['a part of it by a path', { transforms: transform('http://www.w3.org/TR/1999/REC-xpath-19991116') }],
    ['a part of it by a filter', { transforms: transform('http://www.w3.org/2002/06/xmldsig-filter2') }],
    ['its text in base64', { transforms: transform(`${dsig}base64`) }],
    ['what keeps comments', { transforms: transform(`${exclusive}WithComments`) }],
  ])('by %s is refused', async (_, form) =>
    expect(await judged(response(assertion('harmless', { signed: signature('_harmless', form) })))).toMatch(/is not accepted$/),
  )
})

describe('what parsers understand in different ways is refused', () => {
  const plain = 'The document has declarations, comments or processing instructions'
  const whole = response(signedAssertion)
  const within = (text: string) => whole.replace('harmless@example.org', `harmless@example.org${text}.example`)

  test.each([
    ['a comment in the name', within('<!-- -->'), plain],
    ['characters that are no markup in the name', within('<![CDATA[]]>'), plain],
    ['an instruction in the name', within('<?a b?>'), plain],
    ['a declaration of an entity', `<!DOCTYPE a [<!ENTITY b "c">]>${whole}`, plain],
    ['a declaration that has nothing in it', `<!DOCTYPE a>${whole}`, plain],
    ['an instruction before it', `<?xml-stylesheet href="a"?>${whole}`, plain],
    ['two documents', whole + whole, 'The document is no XML'],
    ['one that does not end', whole.slice(0, -5), 'The document is no XML'],
    ['nothing', '', 'The document is no XML'],
    ['words', 'harmless', 'The document is no XML'],
  ])('%s', async (_, xml, reason) => expect(await judged(xml)).toBe(reason))
})
