/** A SAML identity provider of another make than the server's own library, for tests; what it answers can be bent in any way. */
import { randomBytes } from 'node:crypto'
import * as samlify from 'samlify'
import { newSigningKey } from '#areas/access/server/sso/certificate.ts'

samlify.setSchemaValidator({ validate: async () => 'valid' })

export interface SamlClaims {
  readonly email: string
  readonly firstname?: string
  readonly lastname?: string
  readonly groups?: readonly string[]
}

/** What differs from an ordinary answer; texts stand for those of the template. */
export type Bent = Partial<
  Readonly<
    Record<
      | 'ID'
      | 'AssertionID'
      | 'Destination'
      | 'Audience'
      | 'SubjectRecipient'
      | 'Issuer'
      | 'ConditionsNotBefore'
      | 'ConditionsNotOnOrAfter'
      | 'SubjectConfirmationDataNotOnOrAfter'
      | 'InResponseTo'
      | 'NameID',
      string
    >
  >
> & {
  /** Changes the answer before it is signed. */
  readonly unsigned?: (xml: string) => string
}

const id = () => `_${randomBytes(20).toString('hex')}`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const attribute = (name: string, values: readonly string[]) =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`

const template = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{StatusCode}"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{SubjectConfirmationDataNotOnOrAfter}" Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{ConditionsNotBefore}" NotOnOrAfter="{ConditionsNotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>{Attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`

/** Makes one, with a key of its own. `algorithm` is what it signs with, `signInUrl` where it would listen. */
export async function samlProvider(
  name: string,
  { algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', signInUrl = `https://${name}/sso` }: { algorithm?: string; signInUrl?: string } = {},
) {
  const entityId = `https://${name}/saml`
  const { key, certificate } = await newSigningKey(name, new Date())
  const own = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: key,
    signingCert: certificate,
    isAssertionEncrypted: false,
    wantAuthnRequestsSigned: true,
    requestSignatureAlgorithm: algorithm,
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: signInUrl }],
    loginResponseTemplate: { context: template, attributes: [] },
  })
  return {
    entityId,
    signInUrl,
    certificate,
    metadata: () => own.getMetadata(),
    /** Reads a request, whose signature must be that of the service; answers its id. */
    async read(location: string, serviceMetadata: string): Promise<{ id: string; relayState: string | null }> {
      const url = new URL(location)
      const query = Object.fromEntries(url.searchParams)
      const octetString = url.search
        .slice(1)
        .split('&')
        .filter((pair) => /^(SAMLRequest|RelayState|SigAlg)=/.test(pair))
        .join('&')
      const service = samlify.ServiceProvider({ metadata: serviceMetadata })
      const { extract } = await own.parseLoginRequest(service, 'redirect', { query, octetString })
      return { id: (extract as { request: { id: string } }).request.id, relayState: url.searchParams.get('RelayState') }
    },
    /** The answer to a request, in base64 as it is posted. */
    async answer(requestId: string, serviceMetadata: string, acsUrl: string, entity: string, claims: SamlClaims, bent: Bent = {}): Promise<string> {
      const service = samlify.ServiceProvider({ metadata: serviceMetadata })
      const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
      const { unsigned = (xml: string) => xml, ...texts } = bent
      const values: Record<string, string> = {
        ID: id(),
        AssertionID: id(),
        Destination: acsUrl,
        Audience: entity,
        SubjectRecipient: acsUrl,
        Issuer: entityId,
        IssueInstant: at(0),
        ConditionsNotBefore: at(-1),
        ConditionsNotOnOrAfter: at(5),
        SubjectConfirmationDataNotOnOrAfter: at(5),
        InResponseTo: requestId,
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        NameID: claims.email,
        ...texts,
      }
      const attributes = [
        attribute('givenName', claims.firstname ? [claims.firstname] : []),
        attribute('sn', claims.lastname ? [claims.lastname] : []),
        attribute('groups', claims.groups ?? []),
      ].filter((text) => text.includes('AttributeValue'))
      const filled = template.replaceAll(/\{(\w+)\}/g, (_, tag: string) => (tag === 'Attributes' ? attributes.join('') : escaped(values[tag] ?? '')))
      const { context } = await own.createLoginResponse(
        service,
        { extract: { request: { id: requestId } } },
        'post',
        {},
        { customTagReplacement: () => ({ id: values.ID ?? '', context: unsigned(filled) }) },
      )
      return context
    },
  }
}
