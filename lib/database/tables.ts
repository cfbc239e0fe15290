/**
 * The table types for Kysely, derived from the types that Prisma generates from `schema.prisma`. Names are
 * camelCase here and snake_case in the database. Kysely only builds queries; `run.ts` executes them.
 */
import {
  CamelCasePlugin,
  type ColumnType,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Prisma } from "../../generated/prisma/client.ts";
import type { Cents } from "../money.ts";

type Models = Prisma.TypeMap["model"];
type Scalars<M extends keyof Models> = Models[M]["payload"]["scalars"];
/** Never for a view, which has no inserts. */
type CreateInput<M extends keyof Models> = Models[M]["operations"] extends {
  createMany: { args: { data?: infer Data } };
}
  ? Exclude<Data, readonly unknown[]>
  : never;

/** `int8` is read as a number; in a column whose name ends in "cents" it is money. `bytea` is read as a Buffer. */
type Value<Name, T> = T extends bigint
  ? Name extends `${string}Cents`
    ? Cents
    : number
  : T extends Uint8Array
    ? Buffer
    : T;

/** Columns that may be omitted from an insert: they get their default, or null. */
type Inserted<Input, Name extends PropertyKey, T> = Name extends keyof Input
  ? undefined extends Input[Name]
    ? T | undefined
    : T
  : T;

type Table<M extends keyof Models> = {
  [Name in keyof Scalars<M>]: ColumnType<
    Value<Name, Scalars<M>[Name]>,
    Inserted<CreateInput<M>, Name, Value<Name, Scalars<M>[Name]>>,
    Value<Name, Scalars<M>[Name]>
  >;
};

/** Every table and view, by model name. */
export type Tables = { [M in keyof Models as Uncapitalize<M>]: Table<M> };

/** `schoolId` → `school_id`, as `CamelCasePlugin` does. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Builds typed queries. Has no connection. */
export const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
});
