/** What `npm run new-entity` writes. */
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { pilots, readers as everyReader } from '#kit/contract/right.ts'
import type { RouteMeta } from '#kit/web/route.ts'
import { pageGroups } from '#areas/help/contract/calls.ts'
import { pageOfRoute } from '#areas/help/contract/identifier.ts'
import { workTemplate } from './work-templates.ts'

interface Insertion {
  readonly after: RegExp
  readonly text: string
  /** Where this is there already, nothing is put in, without a word. */
  readonly unless?: RegExp
}

export interface Template {
  readonly file: string
  readonly page: string
  readonly title: string
  readonly contract: string
  /** The lifecycle beside the contract; absent without one. */
  readonly work: string | undefined
  readonly pageModule: string
  readonly resource: string
  /** The files of an area that does not exist yet. */
  readonly room: Readonly<Record<string, string>>
  /** What is added to the area's files, those of a new one included. */
  readonly insertions: Readonly<Record<string, readonly Insertion[]>>
  /** The page of the entity, in the router's syntax. */
  readonly path: string
  /** What stands for the specification, to be written by hand: each fails a test until somebody has. */
  readonly stubs: Readonly<Record<string, readonly Insertion[]>>
  readonly help: Readonly<Record<string, string>>
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const sentence = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
const plural = (name: string) => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`)

/** Which of the planned pages an entity's list is: the one that is called after it and stands in a menu; what a catalogue offers of its kind, and what the provider has outside of any organisation, is another. */
export const plannedFor = (name: string, routes: readonly RouteMeta[]): RouteMeta | undefined =>
  routes.find(
    ({ path, category, under, tenant }) =>
      (category ?? under) !== undefined &&
      tenant !== false &&
      category !== 'contributions' &&
      !/^\/admin\/\w*catalog\//.test(path) &&
      [plural(name), name].includes(path.split('/').at(-1) ?? ''),
  )

const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`

/** On what a planned page depends, as its area's route says it; `when` is told as it was written. */
const conditionsOf = (planned: RouteMeta | undefined): string[] =>
  (['tenant', 'roles', 'staff', 'feature', 'hidden_for', 'section', 'internal', 'badge', 'when'] as const).flatMap((key) => {
    const value = planned?.[key]
    return value === undefined ? [] : [`${key}: ${typeof value === 'function' ? String(value) : JSON.stringify(value)}`]
  })

/** Where a page stands that nobody planned. */
export const unplannedCategory = 'operations' satisfies RouteMeta['category']

/** The texts for an entity of an area, both in snake_case, on the page that is planned for it, if there is one, at its place in the menu. */
export function template(area: string, name: string, planned: RouteMeta | undefined, order: number, withWork = false): Template {
  const file = name.replaceAll('_', '-')
  const page = plural(file)
  const title = sentence(name)
  const constant = camel(name)
  const places = `areas/${area}`
  const rights = `${camel(area)}Rights`
  const path = planned?.path ?? `/${area}/${plural(name)}`
  const helped = pageOfRoute(path)
  // Help has the groups of the menu, but for a few.
  const helpGroup = pageGroups.find((group) => group === (planned?.category ?? unplannedCategory)) ?? 'everywhere'
  const conditions = conditionsOf(planned)
  // Whoever opens the page reads what it lists.
  const readers = planned?.roles ?? everyReader
  const work = withWork ? workTemplate({ area, name, file, constant, title, path }) : undefined
  const words = work?.words ?? {
    en: `sections: { general: 'General' }, fields: { identifier: 'ID', name: 'Name', description: 'Description' }, choices: {}`,
    fr: `sections: { general: 'Général' }, fields: { identifier: 'Identifiant', name: 'Nom', description: 'Description' }, choices: {}`,
  }
  // What the list says of itself while it is empty is for people to find, in one sentence.
  const empty = {
    en: `none: 'No ${title.toLowerCase()} yet', none_text: 'To be written.'`,
    fr: `none: 'No ${title.toLowerCase()} yet', none_text: 'À écrire.'`,
  }
  const noun = (lang: Language) => `{ one: '${title}', many: '${plural(title)}', new: 'New ${title.toLowerCase()}', ${empty[lang]}, ${words[lang]} }`
  return {
    file,
    page,
    title,
    path,
    work: work?.work,
    contract:
      work?.contract ??
      `import { defineEntity } from '#kit/contract/entity.ts'
import { identifier, localized, markdown } from '#kit/contract/field.ts'

/** What it is, in one sentence that the interface does not say. */
export const ${constant} = defineEntity({
  name: '${name}',
  area: '${area}',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: '${name[0]?.toUpperCase()}' }),
    name: localized({ need: 'required' }),
    description: markdown(),
  },
  rights: { read: '${name}.read', create: '${name}.write', update: '${name}.write', delete: '${name}.write' },
  list: {
    columns: ['identifier', 'name'],
    filters: ['identifier', 'name'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'description'] }],
})
`,
    pageModule:
      work?.pageModule ??
      `import { ${constant} } from '#areas/${area}/contract/${file}.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={${constant}} />
`,
    resource:
      work?.resource ??
      `import { noRow } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { ${constant} } from '#areas/${area}/contract/${file}.ts'

/** Nobody reaches a row until somebody says who does, with \`byRole\`, \`withinReach\` and the like. */
export const ${constant}Resource = defineResource({
  def: ${constant},
  rules: { read: noRow, create: noRow, update: noRow, delete: noRow },
})
`,
    room: {
      [`${places}/contract/rights.ts`]: `import { defineRights } from '#kit/contract/right.ts'

/** Who may what in this area, and which row of the specification says so. */
export const ${rights} = defineRights({
})
`,
      [`${places}/server/area.ts`]: `import type { Area } from '#kit/server/http/area.ts'
import { ${rights} } from '#areas/${area}/contract/rights.ts'
import { en } from '#areas/${area}/locales/en.ts'
import { fr } from '#areas/${area}/locales/fr.ts'

export const ${camel(area)}: Area = {
  name: '${area}',
  rights: ${rights},
  resources: [],
  locales: { en, fr },
}
`,
      [`${places}/locales/en.ts`]: `export const en = {
  pages: {
  },
  entities: {
  },
} as const
`,
      [`${places}/locales/fr.ts`]: `import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: {
  },
  entities: {
  },
} as const satisfies Catalogue<typeof en>
`,
      [`${places}/web/words.d.ts`]: `import type { en } from '#areas/${area}/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    ${area}: typeof en
  }
}
`,
      [`${places}/web/routes.ts`]: `import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
]
`,
      [`${places}/web/addresses.d.ts`]: `import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
  }
}
`,
    },
    insertions: {
      [`${places}/contract/rights.ts`]: [
        {
          after: /defineRights\(\{/g,
          text: `\n  '${name}.read': ${list(readers)},\n  '${name}.write': ${list(readers.filter((role) => pilots.includes(role)))},`,
        },
      ],
      [`${places}/server/area.ts`]: [
        { after: /^import .*\n/gm, text: `import { ${constant}Resource } from './${file}.ts'\n` },
        { after: /^ {2}resources: \[(?=\w)/gm, text: `${constant}Resource, ` },
        { after: /^ {2}resources: \[(?=\])/gm, text: `${constant}Resource` },
        { after: /^ {2}resources: \[(?=\n)/gm, text: `\n    ${constant}Resource,` },
        ...(work
          ? [
              { after: /^import .*\n/gm, text: `import { workDigest } from '#kit/server/http/work-digest.ts'\n`, unless: /\bworkDigest\b.*from/ },
              { after: /^(?= {2}locales: )/gm, text: `  digests: [],\n`, unless: /^ {2}digests: /m },
              { after: /^ {2}digests: \[/gm, text: `${work.digest}, ` },
            ]
          : []),
      ],
      ...Object.fromEntries(
        languages.map((lang) => [
          `${places}/locales/${lang}.ts`,
          [
            { after: /^ {2}pages: \{/gm, text: ` ${plural(name)}: '${plural(title)}',` },
            { after: /^ {2}entities: \{/gm, text: `\n    ${name}: ${noun(lang)},` },
          ],
        ]),
      ),
      [`${places}/web/addresses.d.ts`]: [{ after: /^ {2}interface Pages \{$/gm, text: `\n    '${path}': ListAsked` }],
      [`${places}/web/routes.ts`]: [
        {
          after: /^export const routes.*\[$/gm,
          text: `
  {
    path: '${path}',
    title: '${area}.pages.${plural(name)}',
    icon: 'Shapes',
    ${planned?.under ? `under: '${planned.under}'` : `category: '${planned?.category ?? unplannedCategory}'`},
    order: ${order},${conditions.map((line) => `\n    ${line},`).join('')}
    right: '${name}.read',
    entity: '${name}',
    create: '${name}.write',
    page: () => import('./${page}-page.tsx'),
  },`,
        },
      ],
    },
    stubs: {
      'app/test/rights/rights-expectation.test.ts': [
        {
          after: /^const expected: .*= \{\n/gm,
          text: `  // Closed until its rules are written: say here, from the specification, who may what.\n  ${name}: { global_pilote: '-', global_auditor: '-', local_pilote: '-', local_auditor: '-', contributor: '-' },\n`,
        },
      ],
      'areas/help/server/contents.ts': [
        { after: new RegExp(`^ {4}group: '${helpGroup}',\\n {4}pages: \\{\\n`, 'gm'), text: `      ${helped}: ['lists', 'records'],\n` },
      ],
      ...(!planned && {
        'app/test/routes/route-expectation.ts': [{ after: /^export const expectation: .*= \{\n/gm, text: `  '${path}': 'PApa',\n` }],
        // The last of the operations.
        'app/test/routes/menu-expectation.ts': [{ after: /^(?= {2}\/\/ Contributions\.$)/gm, text: `  ['${path}'],\n` }],
      }),
    },
    help: Object.fromEntries(
      ['en', 'fr'].map((lang) => [`areas/help/pages/${lang}/${helped}.md`, `# ${plural(title)}\n\n${lang === 'en' ? 'To be written.' : 'À écrire.'}\n`]),
    ),
  }
}
