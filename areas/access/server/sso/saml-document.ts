import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'
import { SsoError } from './sso-error.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
/** SHA-1 is broken, and a keyed hash would let the public certificate sign. */
const signatures = new Set([`${more}rsa-sha256`, `${more}rsa-sha384`, `${more}rsa-sha512`, `${more}ecdsa-sha256`, `${more}ecdsa-sha384`, `${more}ecdsa-sha512`])
const digests = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', `${more}sha384`, 'http://www.w3.org/2001/04/xmlenc#sha512'])
const canonical = ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315']
const canonicalizations = new Set(canonical)
const transforms = new Set([`${dsig}enveloped-signature`, ...canonical])

/** What is wrong with the form of an answer is told to the log alone. */
const wrong = (reason: string) => new SsoError('answer', reason)

/** Parses XML that nobody needs any art for: what parsers understand in different ways (DTDs, comments, CDATA, processing instructions) is refused. */
export async function parsePlain(text: string): Promise<Document> {
  if (/<!|<\?(?!xml\s)/.test(text)) throw wrong('The document has declarations, comments or processing instructions')
  try {
    return await parseDomFromString(text)
  } catch (error) {
    throw new SsoError('answer', 'The document is no XML', { cause: error })
  }
}

const elements = (node: Node, name: string): Element[] => xpath.selectElements(node, `.//*[local-name()='${name}']`)
/** Every ID, however its attribute is written: those who look for what a signature is of take `ID`, `Id`, `id` and `xml:id` alike. */
const idsIn = (node: Node): string[] => xpath.selectAttributes(node, ".//@*[translate(local-name(), 'ID', 'id') = 'id']").map(({ value }) => value)

/** The answer's own form, before any signature is looked at: one response, one assertion, directly in it, signed with nothing weak; throws SsoError. */
export async function checkShape(xml: string, acsUrl: string): Promise<{ inResponseTo: string }> {
  const document = await parsePlain(xml)
  const response = document.documentElement
  if (response.localName !== 'Response' || response.namespaceURI !== protocol) throw wrong('The document is no response')
  if (elements(document, 'Response').length !== 1) throw wrong('There is more than one response')
  const status = elements(response, 'StatusCode')[0]?.getAttribute('Value') ?? ''
  if (!status.endsWith(':Success')) throw new SsoError('refused', `The provider answered ${status.slice(0, 100)}`)
  if (elements(document, 'EncryptedAssertion').length > 0) throw wrong('The assertion is encrypted')
  const assertions = elements(document, 'Assertion')
  const [assertion] = assertions
  if (assertions.length !== 1 || assertion?.parentNode !== response || assertion.namespaceURI !== assertionNamespace)
    throw wrong('There is not exactly one assertion, in its place')
  const ids = idsIn(document)
  if (new Set(ids).size !== ids.length) throw wrong('Two elements have the same ID')
  const places = new Set<Element>([response, assertion])
  for (const signature of elements(document, 'Signature')) {
    // Each place has one signature.
    const signed = [...places].find((place) => place === signature.parentNode)
    if (!signed || !places.delete(signed)) throw wrong('A signature is out of place')
    if (elements(signature, 'Object').length > 0) throw wrong('A signature carries an object')
    const [reference, ...further] = elements(signature, 'Reference')
    if (reference?.getAttribute('URI') !== `#${signed.getAttribute('ID')}` || further.length > 0) throw wrong('A signature is of something else')
  }
  const used = (name: string, allowed: ReadonlySet<string>) => {
    for (const element of elements(document, name))
      if (!allowed.has(element.getAttribute('Algorithm') ?? '')) throw wrong(`${name} ${element.getAttribute('Algorithm')} is not accepted`)
  }
  used('SignatureMethod', signatures)
  used('DigestMethod', digests)
  used('CanonicalizationMethod', canonicalizations)
  used('Transform', transforms)
  if (response.getAttribute('Destination') !== acsUrl) throw wrong('The response is meant for another place')
  const inResponseTo = response.getAttribute('InResponseTo')
  if (!inResponseTo) throw wrong('The response answers no request')
  return { inResponseTo }
}

interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  readonly inResponseTo: string
  readonly now: Date
  readonly skewMs: number
}

/** The assertion, read from exactly what was signed: from whom, for whom, in answer to what and until when; throws SsoError. */
export async function checkAssertion(signed: string, expected: Expected): Promise<{ id: string; expires: Date }> {
  const assertion = (await parsePlain(signed)).documentElement
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== assertionNamespace) throw wrong('What is signed is no assertion')
  const child = (name: string) => [...xpath.selectElements(assertion, `./*[local-name()='${name}']`)]
  const { now, skewMs } = expected
  const later = (text: string | null, what: string): Date => {
    const end = text ? new Date(text) : null
    if (!end || Number.isNaN(end.getTime())) throw wrong(`${what} does not end`)
    if (end.getTime() + skewMs <= now.getTime()) throw wrong(`${what} is over`)
    return end
  }
  const begun = (text: string | null, what: string) => {
    if (text && !(new Date(text).getTime() - skewMs <= now.getTime())) throw wrong(`${what} has not begun`)
  }
  if (child('Issuer').length !== 1 || child('Issuer')[0]?.textContent?.trim() !== expected.issuer) throw wrong('The assertion is of another provider')
  const [conditions, ...others] = child('Conditions')
  if (!conditions || others.length > 0) throw wrong('The assertion has no conditions')
  begun(conditions.getAttribute('NotBefore'), 'The assertion')
  const ends = [later(conditions.getAttribute('NotOnOrAfter'), 'The assertion')]
  const restrictions = elements(conditions, 'AudienceRestriction')
  const meant = restrictions.every((restriction) => elements(restriction, 'Audience').some(({ textContent }) => textContent?.trim() === expected.audience))
  if (restrictions.length === 0 || !meant) throw wrong('The assertion is meant for somebody else')
  const confirmations = child('Subject')
    .flatMap((subject) => elements(subject, 'SubjectConfirmation'))
    .filter((each) => each.getAttribute('Method') === bearer)
  const data = confirmations.flatMap((each) => elements(each, 'SubjectConfirmationData'))
  const [confirmation] = data
  if (data.length !== 1 || !confirmation) throw wrong('The subject is not confirmed')
  if (confirmation.getAttribute('Recipient') !== expected.recipient) throw wrong('The subject is confirmed for another place')
  if (confirmation.getAttribute('InResponseTo') !== expected.inResponseTo) throw wrong('The subject is confirmed for another request')
  begun(confirmation.getAttribute('NotBefore'), 'The confirmation')
  ends.push(later(confirmation.getAttribute('NotOnOrAfter'), 'The confirmation'))
  const id = assertion.getAttribute('ID')
  if (!id) throw wrong('The assertion has no ID')
  return { id, expires: new Date(Math.max(...ends.map((end) => end.getTime())) + skewMs) }
}

export interface PublishedProvider {
  readonly entityId: string
  readonly signInUrl: string
  /** In base64, as published. */
  readonly certificates: readonly string[]
}

/** What a SAML provider publishes of itself: its first description that can sign people in; throws SsoError. */
export async function readMetadata(text: string): Promise<PublishedProvider> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SsoError('provider', 'The metadata declare entities')
  const document = await parseDomFromString(text).catch((error: unknown) =>
    Promise.reject(new SsoError('provider', 'The metadata are no XML', { cause: error })),
  )
  const [descriptor] = elements(document, 'IDPSSODescriptor')
  const entity = descriptor?.parentNode
  const entityId = entity && 'getAttribute' in entity ? (entity as Element).getAttribute('entityID') : null
  const signIn =
    descriptor &&
    elements(descriptor, 'SingleSignOnService')
      .find((each) => each.getAttribute('Binding')?.endsWith(':HTTP-Redirect'))
      ?.getAttribute('Location')
  const certificates = descriptor
    ? elements(descriptor, 'KeyDescriptor')
        .filter((each) => each.getAttribute('use') !== 'encryption')
        .flatMap((each) => elements(each, 'X509Certificate'))
        .map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ''))
    : []
  if (!entityId || !signIn || certificates.length === 0)
    throw new SsoError('provider', 'The metadata lack an entity id, a sign-in address by redirect, or a signing certificate')
  return { entityId, signInUrl: signIn, certificates: [...new Set(certificates)] }
}
