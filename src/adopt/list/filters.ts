import { maxSearchLength } from '../../../contract/limits.ts';
import type { PetStatus } from '../../../contract/pet.ts';
import type { Listing } from '../../animals/listings/model.ts';
import type { Companion } from '../../record/shapes/profile-model.ts';
import { html, type Markup } from '../html.ts';
import type { Language } from '../language.ts';
import type { Messages } from '../messages/en.ts';
import { feedName, type PublicSite } from '../page.ts';
import type { FilterChoices } from './choices.ts';
import {
  defaultSort,
  filtersOf,
  keptIn,
  langIn,
  type PublicQuery,
  publicSorts,
  withoutCursor,
  withQuery,
} from './list-query.ts';

/** Animals that filters have left. */
export interface Filtered {
  readonly query: PublicQuery;
  readonly listings: readonly Listing[];
  readonly choices: FilterChoices;
}

export interface FilterContent extends Filtered {
  /** What visitors may see. */
  readonly statuses: readonly PetStatus[];
}

type Option = readonly [value: string, label: string];

/** The form with the search and the filters. It is a plain form: its address is the list. */
export function renderFilters({ language }: PublicSite, content: FilterContent): Markup {
  const { messages } = language;
  const { query } = content;
  return html`<form class="search" action="adopt" role="search">
<div class="words"><label><span class="hidden">${messages.search}</span><input type="search" name="q" value="${query.q}" placeholder="${messages.searchHint}" maxlength="${maxSearchLength}" enterkeyhint="search"></label><button class="plain find" aria-label="${messages.find}"></button></div>
<details><summary class="button plain">${messages.filters}</summary>
<div class="filters">
${renderFields(language, content)}
<button>${messages.apply}</button>
</div>
</details>
</form>`;
}

function renderFields(
  { messages, compare }: Language,
  { query, choices: { categories, species, ...others }, statuses }: FilterContent,
): Markup {
  const select = (name: keyof PublicQuery, label: string, options: readonly Option[]) =>
    html`<label><span>${label}</span><select name="${name}"><option value="">${messages.any}</option>${renderOptions(options, query[name]?.toString())}</select></label>`;
  const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
    values.map((value) => [value, labels[value]] as const);
  const named = categories
    .map(({ id, name }) => [String(id), name] as const)
    .toSorted(([, one], [, other]) => compare(one, other));
  const kinds = species.toSorted(compare).map((one) => [one, one] as const);
  const sexes = optionsOf(withChosen(others.sexes, query.sex), messages.sexes);
  const ages = optionsOf(withChosen(others.ages, query.age), messages.ages);
  const sizes = optionsOf(withChosen(others.sizes, query.size), messages.sizes);
  const company = withChosen(others.goodWith, ...(query.goodWith ?? [])).map((whom) =>
    renderTick(whom, messages, query),
  );
  const sorts = renderOptions(optionsOf(publicSorts, messages.sorts), query.sort ?? defaultSort);
  const hasCategories = named.length > 0;
  return html`${hasCategories && select('categoryId', messages.category, named)}
${kinds.length > 0 && select('species', messages.species, kinds)}
${ages.length > 0 && select('age', messages.age, ages)}
${sexes.length > 0 && select('sex', messages.sex, sexes)}
${sizes.length > 0 && select('size', messages.size, sizes)}
${statuses.length > 1 && select('status', messages.onlyStatus, optionsOf(statuses, messages.status))}
<label><span>${messages.sort}</span><select name="sort">${sorts}</select></label>
${company.length > 0 && html`<fieldset><legend>${messages.goodWith}</legend><div class="ticks">${company}</div></fieldset>`}
${renderHidden('species', hasCategories ? query.species : undefined)}${renderHidden('tag', query.tag)}${query.keep?.map((id) => renderHidden('keep', String(id)))}${renderHidden('lang', query.lang)}`;
}

/** What can be chosen, and what an address has chosen. */
function withChosen<Value>(values: readonly Value[], ...chosen: readonly (Value | undefined)[]): Value[] {
  return [...new Set([...values, ...chosen.filter((value) => value !== undefined)])];
}

function renderTick(whom: Companion, { company: labels }: Messages, { goodWith = [] }: PublicQuery): Markup {
  const isChecked = goodWith.includes(whom);
  return html`<label><input type="checkbox" name="goodWith" value="${whom}"${isChecked && html` checked`}>${labels[whom]}</label>`;
}

function renderOptions(options: readonly Option[], chosen: string | undefined): Markup[] {
  return options.map(
    ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );
}

/** Keeps a filter that has no field. */
function renderHidden(name: keyof PublicQuery, value: string | undefined): Markup | undefined {
  return value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`;
}

interface Chosen {
  readonly label: string;
  readonly rest: PublicQuery;
}

/** Links that remove what was chosen. */
export function renderChosen(messages: Messages, content: FilterContent): Markup | undefined {
  const chosen = chosenOf(messages, content);
  if (chosen.length === 0) return undefined;
  const links = chosen.map(
    ({ label, rest }) =>
      html`<li><a href="${withQuery('adopt', rest)}" aria-label="${messages.removeFilter(label)}"><bdi>${label}</bdi></a></li>`,
  );
  const all =
    chosen.length > 1 &&
    html`<li><a href="${withQuery('adopt', keptIn(content.query))}">${messages.removeAll}</a></li>`;
  const feed = withQuery(`adopt/${feedName}`, { ...filtersOf(content.query), ...langIn(content.query) });
  return html`<div class="narrowed"><ul class="chosen">${links}${all}</ul><a href="${feed}">${messages.feedOfThese}</a></div>`;
}

/** What filters have chosen, in words. */
export function labelsOf(messages: Messages, content: Filtered): string[] {
  return chosenOf(messages, content).map(({ label }) => label);
}

function chosenOf(messages: Messages, { query, listings, choices }: Filtered): Chosen[] {
  const all = withoutCursor(query);
  const { q, categoryId, species, age, sex, size, goodWith = [], tag, status } = all;
  // Also a category that visitors cannot choose can be in an address.
  const categories = [...choices.categories, ...listings.map(({ category }) => category)];
  const categoryName = categories.find(({ id }) => id === categoryId)?.name ?? `${messages.category} ${categoryId}`;
  const labels: readonly (readonly [name: keyof PublicQuery, label: string | undefined])[] = [
    ['q', q],
    ['categoryId', categoryId === undefined ? undefined : categoryName],
    ['species', species],
    ['age', age && messages.ages[age]],
    ['sex', sex && messages.sexes[sex]],
    ['size', size && messages.sizes[size]],
    ['tag', tag],
    ['status', status && messages.status[status]],
  ];
  const chosen = labels.flatMap(([name, label]) => (label === undefined ? [] : { label, rest: without(all, name) }));
  const chosenCompany = goodWith.map((whom) => {
    const others = goodWith.filter((other) => other !== whom);
    const rest = without(all, 'goodWith');
    return { label: messages.company[whom], rest: others.length === 0 ? rest : { ...rest, goodWith: others } };
  });
  return [...chosen, ...chosenCompany];
}

function without(query: PublicQuery, name: keyof PublicQuery): PublicQuery {
  const { [name]: _, ...rest } = query;
  return rest;
}
