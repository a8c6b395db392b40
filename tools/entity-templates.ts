/** What `npm run new-entity` writes. */

interface Insertion {
  readonly after: RegExp
  readonly text: string
}

export interface Template {
  readonly file: string
  readonly page: string
  readonly title: string
  readonly contract: string
  readonly pageModule: string
  /** The files of an area that does not exist yet. */
  readonly room: Readonly<Record<string, string>>
  /** What is added to the area's files, those of a new one included. */
  readonly insertions: Readonly<Record<string, readonly Insertion[]>>
  readonly registry: readonly Insertion[]
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const sentence = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
const plural = (name: string) => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`)

/** The texts for an entity of an area, both in snake_case. */
export function template(area: string, name: string): Template {
  const file = name.replaceAll('_', '-')
  const page = plural(file)
  const title = sentence(name)
  const constant = camel(name)
  const places = `areas/${area}`
  const rights = `${camel(area)}Rights`
  const noun = `{ one: '${title}', many: '${plural(title)}', new: 'New ${title.toLowerCase()}', sections: { general: 'General' }, fields: { identifier: 'ID', name: 'Name', description: 'Description' }, choices: {} }`
  return {
    file, page, title,
    contract: `import { defineEntity } from '#kit/contract/entity.ts'
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
    pageModule: `import { ${constant} } from '#areas/${area}/contract/${file}.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={${constant}} />
`,
    room: {
      [`${places}/contract/rights.ts`]: `import { defineRights } from '#kit/contract/right.ts'

/** Who may what in this area, and which row of the specification says so. */
export const ${rights} = defineRights({
})
`,
      [`${places}/server/area.ts`]: `import { defineResource } from '#kit/server/data/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { ${rights} } from '../contract/rights.ts'
import { en } from '../locales/en.ts'
import { fr } from '../locales/fr.ts'

export const ${camel(area)}: Area = {
  name: '${area}',
  rights: ${rights},
  resources: [
  ],
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
    },
    insertions: {
      [`${places}/contract/rights.ts`]: [{ after: /defineRights\(\{/g, text: `\n  '${name}.read': ['global_pilote', 'global_auditor', 'local_pilote', 'local_auditor'],\n  '${name}.write': ['global_pilote', 'local_pilote'],` }],
      [`${places}/server/area.ts`]: [
        { after: /^import .*contract\/.*\n/gm, text: `import { ${constant} } from '../contract/${file}.ts'\n` },
        { after: /^ {2}resources: \[/gm, text: `\n    defineResource({ def: ${constant}, rules: { read: () => true, create: () => true, update: () => true, delete: () => true } }),` },
      ],
      ...Object.fromEntries(['en', 'fr'].map((lang) => [`${places}/locales/${lang}.ts`, [
        { after: /^ {2}pages: \{/gm, text: ` ${plural(name)}: '${plural(title)}',` },
        { after: /^ {2}entities: \{/gm, text: `\n    ${name}: ${noun},` },
      ]])),
      [`${places}/web/routes.ts`]: [{
        after: /^export const routes.*\[$/gm,
        text: `
  {
    path: '/${area}/${plural(name)}',
    title: '${area}.pages.${plural(name)}',
    category: 'operations',
    right: '${name}.read',
    entity: '${name}',
    create: '${name}.write',
    page: () => import('./${page}-page.tsx'),
  },`,
      }],
    },
    registry: [
      { after: /^import .*#areas\/.*\n/gm, text: `import { ${camel(area)} } from '#areas/${area}/server/area.ts'\n` },
      { after: /^export const areas\b.* = \[[^\]]*/gm, text: `, ${camel(area)}` },
    ],
  }
}
