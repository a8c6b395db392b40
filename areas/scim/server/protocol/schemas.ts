/** What is known of people and groups, and what each attribute takes: the discovery documents, checks, filters and changes are all made from it. */

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  readonly description: string
  readonly multiValued?: true
  readonly required?: true
  readonly caseExact?: true
  readonly mutability?: 'readOnly' | 'immutable'
  readonly returned?: 'always'
  readonly uniqueness?: 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({ name, type: 'string', description, ...more })
const primary: Attribute = { name: 'primary', type: 'boolean', description: 'Whether this is the value to use before all others.' }

/** Several values with what each is for. */
const several = (name: string, description: string, value: Partial<Attribute> & { readonly description: string }, kinds: readonly string[]): Attribute => ({
  name,
  type: 'complex',
  multiValued: true,
  description,
  subAttributes: [
    { name: 'value', type: 'string', ...value },
    text('display', 'How it is shown.'),
    text('type', 'What it is for.', kinds.length > 0 ? { canonicalValues: kinds } : {}),
    primary,
  ],
})

export const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A person, as the identity provider knows them.',
  attributes: [
    text('userName', 'By which the identity provider knows the person; compared without case.', { required: true, uniqueness: 'server' }),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name.',
      subAttributes: [
        text('formatted', 'The whole name, as it is shown.'),
        text('familyName', 'Family name.'),
        text('givenName', 'First name.'),
        text('middleName', 'Middle names.'),
        text('honorificPrefix', 'What stands before the name.'),
        text('honorificSuffix', 'What stands behind the name.'),
      ],
    },
    text('displayName', 'The name to show, where no parts of it are given.'),
    text('title', 'Job title.'),
    text('userType', 'What ties the person to the organisation.'),
    text('preferredLanguage', 'Language tag; French and English are spoken here.'),
    text('locale', 'Language tag for numbers and days.'),
    text('timezone', 'IANA name of a time zone.'),
    { name: 'active', type: 'boolean', description: 'Whether the person may come in; false ends their sessions at once.' },
    several('emails', 'Mail addresses: the primary one, else the one for work, is the one that the person signs in by.', { description: 'A mail address.' }, [
      'work',
      'home',
      'other',
    ]),
    {
      name: 'addresses',
      type: 'complex',
      multiValued: true,
      description: 'Where the person works.',
      subAttributes: [
        text('formatted', 'The whole address, or the office.'),
        text('streetAddress', 'Street and number.'),
        text('locality', 'Town.'),
        text('region', 'Region.'),
        text('postalCode', 'Postal code.'),
        text('country', 'Country.'),
        text('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
        primary,
      ],
    },
    {
      name: 'groups',
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      description: 'Groups that the person is in; changed at the group.',
      subAttributes: [
        text('value', 'Id of the group.', { mutability: 'readOnly' }),
        { name: '$ref', type: 'reference', referenceTypes: ['Group'], mutability: 'readOnly', description: 'Address of the group.' },
        text('display', 'Name of the group.', { mutability: 'readOnly' }),
        text('type', 'How the person is in it.', { mutability: 'readOnly', canonicalValues: ['direct', 'indirect'] }),
      ],
    },
    several('entitlements', 'What the person is entitled to; a mapping may make roles of it.', { description: 'An entitlement.' }, []),
    several('roles', 'Roles of the person; a mapping may make roles here of them.', { description: 'A role.' }, []),
  ],
}

export const enterpriseSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'What an employer knows of a person.',
  attributes: [
    text('employeeNumber', 'Number of the employee.'),
    text('costCenter', 'Cost centre.'),
    text('organization', 'Organisation.'),
    text('division', 'Division.'),
    text('department', 'Department.'),
    {
      name: 'manager',
      type: 'complex',
      description: 'Whom the person reports to.',
      subAttributes: [
        text('value', 'Id of the manager.'),
        { name: '$ref', type: 'reference', referenceTypes: ['User'], description: 'Address of the manager.' },
        text('displayName', 'Name of the manager.', { mutability: 'readOnly' }),
      ],
    },
  ],
}

export const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'People who are given roles together, by a mapping.',
  attributes: [
    text('displayName', 'Name of the group, by which mappings know it; compared without case.', { required: true, uniqueness: 'server' }),
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'Who is in the group.',
      subAttributes: [
        text('value', 'Id of the person.', { mutability: 'immutable' }),
        { name: '$ref', type: 'reference', referenceTypes: ['User'], mutability: 'immutable', description: 'Address of the person.' },
        text('type', 'What it is.', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
    },
  ],
}

export type TypeName = 'User' | 'Group'

export interface ResourceType {
  readonly name: TypeName
  readonly endpoint: '/Users' | '/Groups'
  readonly description: string
  readonly core: Schema
  readonly extensions: readonly Schema[]
  /** What its row knows and its document does not hold. */
  readonly worked: readonly string[]
}

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'People',
  core: userSchema,
  extensions: [enterpriseSchema],
  worked: ['groups'],
}

export const groupType: ResourceType = { name: 'Group', endpoint: '/Groups', description: 'Groups', core: groupSchema, extensions: [], worked: ['members'] }

export const resourceTypes: readonly ResourceType[] = [userType, groupType]
export const schemas: readonly Schema[] = [userSchema, groupSchema, enterpriseSchema]

/** What every resource has, whatever its schema says (RFC 7643 § 3.1). */
export const commonAttributes: readonly Attribute[] = [
  text('id', 'By which it is known here.', { mutability: 'readOnly', caseExact: true, returned: 'always' }),
  text('externalId', 'By which the identity provider knows it.', { caseExact: true }),
  {
    name: 'meta',
    type: 'complex',
    mutability: 'readOnly',
    description: 'What is known of the resource itself.',
    subAttributes: [
      text('resourceType', 'Its type.', { mutability: 'readOnly', caseExact: true }),
      { name: 'created', type: 'dateTime', mutability: 'readOnly', description: 'When it came.' },
      { name: 'lastModified', type: 'dateTime', mutability: 'readOnly', description: 'When it changed.' },
      text('location', 'Its address.', { mutability: 'readOnly', caseExact: true }),
      text('version', 'Its version.', { mutability: 'readOnly', caseExact: true }),
    ],
  },
]

/** The schema of an attribute as its document says it. */
export const schemaDocument = ({ id, name, description, attributes }: Schema, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: attributes.map(attributeDocument),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

const attributeDocument = (one: Attribute): Record<string, unknown> => ({
  name: one.name,
  type: one.type,
  multiValued: one.multiValued ?? false,
  description: one.description,
  required: one.required ?? false,
  caseExact: one.caseExact ?? one.type === 'reference',
  mutability: one.mutability ?? 'readWrite',
  returned: one.returned ?? 'default',
  uniqueness: one.uniqueness ?? 'none',
  ...(one.canonicalValues && { canonicalValues: one.canonicalValues }),
  ...(one.referenceTypes && { referenceTypes: one.referenceTypes }),
  ...(one.subAttributes && { subAttributes: one.subAttributes.map(attributeDocument) }),
})

export const typeDocument = ({ name, endpoint, description, core, extensions }: ResourceType, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  description,
  schema: core.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})
