import type { ComponentType } from 'react'
import type { AdminType, Feature, Right, Role } from '#kit/contract/right.ts'
import type { IconName } from './icons.ts'

/** Sidebar groups in the order they are shown; their names are `app.categories.<category>`. */
export const categories = ['my_space', 'operations', 'contributions', 'strategy', 'performance', 'administration'] as const
/** `administration` stands behind the wheel, the others in the sidebar (SHL-02). */
export type Category = (typeof categories)[number]

/** The cards of the administration page in their order; their names are `app.administration.groups.<group>`. */
export const administrationGroups = ['instance', 'people', 'sign_in', 'structure', 'connections', 'catalogues', 'scales'] as const
export type AdministrationGroup = (typeof administrationGroups)[number]

/** The module of a page. */
export interface PageModule {
  readonly Page: ComponentType
  /** Asks for what the page shows first, by the search of its address, while it is still being put together (`listAhead`). */
  readonly ahead?: (search: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Add-ons that an organisation may have or not; their sections stand where they are switched on, and always in an ASSESSMENT (NAV-46). */
export type Section = 'projects' | 'risk_analysis'

/** A place in the bar at a phone's foot. */
export interface BarPlace {
  /** From low to high; ten apart. */
  readonly order: number
  /** A whole catalogue key: one short word. */
  readonly label: string
  readonly icon: IconName
  /** With which search it opens the page. */
  readonly search?: Readonly<Record<string, unknown>>
  /** Name of the counter at its icon (`setMenuCount`). */
  readonly badge?: string
  /** For these roles alone, where the page is there for others too. */
  readonly roles?: readonly Role[]
}

/** What a page is called and who may open it: the specification's route meta (NAV-41). A page that its area does not serve yet has this alone. */
export interface RouteMeta {
  /** In the router's syntax: `/actions/$id`. The crumb of a page is the title of the longest path above it. */
  readonly path: `/${string}`
  /** A whole catalogue key, such as `app.nav.actions`; the shell loads the area's words for a title that stands in them. */
  readonly title: string
  readonly icon?: IconName
  /** Where the menu shows it; without it, and without `under`, the page is only reached by links. */
  readonly category?: Category
  /** The page of the menu beside which it is a tab, being about the same objects: their registers, their catalogue, their debt. */
  readonly under?: `/${string}`
  /** What it is called among the tabs, and in the menu by its first one, where its title says more than is needed there; a whole catalogue key. */
  readonly tab?: string
  /** Of a page of administration: the card on which it stands. */
  readonly group?: AdministrationGroup
  /** Whose rows are counted beside it there, if not those of `entity`; `null` for none. */
  readonly counts?: string | null
  /** Its place within the category, or among the tabs after the first, from low to high. They are ten apart, so that another page fits between two without touching them; no two have the same. */
  readonly order?: number
  /** Any one of these is enough; without it everybody signed in may open the page. */
  readonly right?: Right | readonly Right[]
  /** The entity that the page lists: search results and «New …» lead here, as `?id=7` and `?id=new`. */
  readonly entity?: string
  /** The entity of which it is the page that an object has to itself, by its one parameter `id`: what tells of the object leads here. */
  readonly shows?: string
  /** The right to add one of that entity, for «New …» in the command palette; its word is `<area>.entities.<entity>.new`. */
  readonly create?: Right
  /** The entities whose ids the parameters of the path are; where such an object is not there, neither is the page. */
  readonly names?: Readonly<Record<string, string>>
  /** Name of the counter that stands beside the entry (`setMenuCount`). */
  readonly badge?: string
  /** Where the bar at a phone's foot leads to it. */
  readonly bar?: readonly BarPlace[]
  /** The search with which the menu opens the page: the list of what the badge counts. */
  readonly search?: Readonly<Record<string, unknown>>
  /** `true` (the default): only within an organisation; `false`: only outside of one; `'any'`: both. */
  readonly tenant?: boolean | 'any'
  /** Within an organisation: any one of these roles is needed; without it every role may (requires_role, NAV-48). */
  readonly roles?: readonly Role[]
  /** On the provider's own pages: whose they are; without it all staff's. */
  readonly staff?: readonly AdminType[]
  /** The customer feature without which the page does not exist (feature_id, NAV-42). */
  readonly feature?: Feature
  /** Not in these contexts (hidden_for_fp_assessment, hidden_for_fe_student). */
  readonly hidden_for?: readonly ('ASSESSMENT' | 'STUDENT')[]
  /** Only on an instance of a partner (for_partner). */
  readonly partner?: true
  /** Not for a provider of its own place (requires_internal, isLocalProvider). */
  readonly internal?: true
  /** The add-on it belongs to; an organisation may try it (is_optional). */
  readonly section?: Section
  /** Any further condition on who sees it, over the session's properties and flags. */
  readonly when?: (session: {
    readonly properties: Readonly<Record<string, unknown>>
    readonly flags: Readonly<Record<string, boolean>>
    readonly admin_type: string | null
    readonly instance_type: string
    readonly customer: object | null
  }) => boolean
  /** Whether a menu offers it; links to its rows lead there all the same. */
  readonly offered?: (session: { readonly flags: Readonly<Record<string, boolean>> }) => boolean
  /** Never in a menu, even with a category. */
  readonly hidden?: boolean
  /** No crumb in the header (NAV-49). */
  readonly bare?: boolean
}

/** One page of an area, declared in `areas/<area>/web/routes.ts` as `export const routes: AreaRoute[]`. */
export interface AreaRoute extends RouteMeta {
  readonly path: Path
  /** Areas whose words the page needs beside its own, loaded before it is shown. */
  readonly words?: readonly string[]
  /** The module of the page, whose one component export is `Page`. */
  readonly page: () => Promise<PageModule>
}

type Id = string | number

/** What a list is asked for by its address, by whichever page shows it. */
export interface ListAsked {
  readonly id: Id
  /** The object of `id` fills the page. */
  readonly full: boolean
  readonly view: string
  readonly search: string
  readonly filters: string
  readonly sort: string
  readonly page: number
  readonly per_page: number
  /** What a new object is made from: another one, as `incident:12`, its perimeter, or a model. */
  readonly from: string
  readonly at: number
  readonly model: Id
}

/** What every page is asked for: the day, the object whose relations stand over it, and the page that led here. */
interface AnyAsked {
  readonly as_of: string
  readonly tree: string
  readonly back: string
}

/** Nothing of its own. */
export type Plain = object

/**
 * The pages of the product by their path, and what the search of each may ask for: each area adds its own in `web/addresses.d.ts`. Only these have an
 * address, only these can be routes, and a test of the application finds each of them served.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- areas fill it
export interface Pages {}
export type Path = keyof Pages

/** The paths without parameters whose page is a list. */
export type ListPath = { [P in Path]: P extends `${string}$${string}` ? never : Pages[P] extends ListAsked ? P : never }[Path]

type ParamNames<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}$${infer Name}`
    ? Name
    : never
/** The parameters of a page's path. */
export type Params<P extends Path> = Readonly<Record<ParamNames<P>, Id>>
/** The same as a page reads them; of one that stands at several paths, those that some of them do not have may be missing. */
export type GivenParams<P extends Path> = (P extends Path ? Readonly<Record<ParamNames<P>, string>> : never) & { readonly [N in ParamNames<P>]?: string }
type Values<T> = { readonly [K in keyof T]?: T[K] | null | undefined }
/** What a page is asked for by its search; what is left out or empty does not stand in the address. */
export type Asked<P extends Path> = P extends Path ? Values<Pages[P] & AnyAsked> : never
type PathArguments<P extends Path> = [ParamNames<P>] extends [never] ? [search?: Asked<P>] : [params: Params<P>, search?: Asked<P>]

declare const made: unique symbol
/** An address within the application, which `path` and its like have made: it leads to a page that exists. */
export type Address = string & { readonly [made]: true }

/** The address of a page from its pattern: `path('/actions/$id', { id: 7 }, { view: 'list' })`; another page, a missing parameter or an unknown question do not compile. */
export function path<const P extends Path>(pattern: P, ...rest: PathArguments<P>): Address {
  const hasParams = pattern.includes('$')
  const params = (hasParams ? rest[0] : {}) as Readonly<Record<string, Id>>
  const search = (hasParams ? rest[1] : rest[0]) as Readonly<Record<string, unknown>> | undefined
  const filled = pattern.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search ?? {})) if (value !== null && value !== undefined) query.set(name, String(value))
  return (query.size ? `${filled}?${query}` : filled) as Address
}

/** A place on a page: `part(path('/profile'), 'password')`. */
export const part = (address: Address, name: string): Address => `${address}#${name}` as Address

/** An address that comes from elsewhere, such as the one that the reader came by; nothing where it leads out of the application. */
export const ownAddress = (text: unknown): Address | undefined => (typeof text === 'string' && /^\/(?![/\\])/.test(text) ? (text as Address) : undefined)
