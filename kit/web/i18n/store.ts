import { useSyncExternalStore } from 'react'
import { languages, type Language } from '#kit/contract/catalogue.ts'

/** A catalogue as loaded: nested words, or their compiled form in the built application. */
export type Messages = Readonly<Record<string, unknown>>
export type CatalogueLoader = (language: Language) => Promise<Messages>

const chosenKey = 'vigie.language'
const loaders = new Map<string, CatalogueLoader>()
const loaded = new Map<string, Messages>()
const pending = new Map<string, Promise<void>>()
/** Areas whose words somebody asked for, here or still on their way: a change of language brings all of them. */
const asked = new Set<string>()
/** What waits for the words of an area in whatever language is shown by then. */
const waiting = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
let current: Language = 'en'
/** The language asked for last, and when it is shown. */
let wanted: Language = current
let shown: Promise<void> = Promise.resolve()

const slot = (area: string, language: Language) => `${area}/${language}`
const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)
const has = (area: string, language: Language) => loaded.has(slot(area, language))
const inUse = (area: string) => languages.some((language) => has(area, language))

function announce(): void {
  for (const listener of listeners) listener()
}

/** Tells where the words of each area come from; called once by the application before anything is shown. */
export function registerCatalogues(areas: Readonly<Record<string, CatalogueLoader>>): void {
  for (const [area, loader] of Object.entries(areas)) loaders.set(area, loader)
}

function fetchWords(area: string, language: Language): Promise<void> {
  const key = slot(area, language)
  const loader = loaders.get(area)
  if (loaded.has(key) || !loader) return Promise.resolve()
  const running = pending.get(key)
  if (running) return running
  const promise = loader(language)
    .then((messages) => void loaded.set(key, messages))
    .finally(() => pending.delete(key))
  pending.set(key, promise)
  return promise
}

async function untilShown(area: string): Promise<void> {
  while (!has(area, current)) await fetchWords(area, current)
}

/**
 * Loads the words of an area: in the language named or, without one, in the language that is shown once they are there, which may have
 * changed meanwhile; from then on they are there in every language shown. An area without a catalogue is already loaded.
 */
export function loadWords(area: string, language?: Language): Promise<void> {
  if (!loaders.has(area)) return Promise.resolve()
  asked.add(area)
  if (language) return fetchWords(area, language)
  if (has(area, current)) return Promise.resolve()
  const running = waiting.get(area)
  if (running) return running
  const promise = untilShown(area).finally(() => waiting.delete(area))
  waiting.set(area, promise)
  return promise
}

/** Every area that has words. */
export const knownAreas = (): string[] => [...loaders.keys()]

/** The words of an area, in the current language unless another is named, or nothing while they are not loaded. */
export const messagesOf = (area: string, language = current): Messages | undefined => loaded.get(slot(area, language))

export const currentLanguage = (): Language => current

/** The language before anyone signs in: what this browser chose last, else what the browser speaks (I18N-02). */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(chosenKey)
  if (isLanguage(chosen)) return chosen
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

/** Fetches what anybody has asked for, also while this waits; what is not in use yet may fail, which whoever asked for it is told. */
async function bring(language: Language): Promise<void> {
  const failed = new Set<string>()
  const missing = () => (wanted === language ? [...asked].filter((area) => !has(area, language) && !failed.has(area)) : [])
  for (let areas = missing(); areas.length > 0; areas = missing()) {
    await Promise.all(
      areas.map((area) =>
        fetchWords(area, language).catch((reason: unknown) => {
          if (inUse(area)) throw reason
          failed.add(area)
        }),
      ),
    )
  }
}

async function change(language: Language): Promise<void> {
  try {
    await bring(language)
  } catch (reason) {
    if (wanted === language) {
      wanted = current
      throw reason
    }
  }
  // Asked for another one meanwhile, nobody waits for this one any more.
  if (wanted !== language) return shown
  current = language
  document.documentElement.lang = language
  announce()
}

/** Changes the language of the whole interface without a reload, once all words that anybody asked for are there; of several asked for at once the last one counts. */
export function showLanguage(language: Language): Promise<void> {
  wanted = language
  shown = change(language)
  return shown
}

/** `showLanguage`, remembered in this browser as the reader's own choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(chosenKey, language)
  await showLanguage(language)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)
