"""Makes what is generated from the types of messages: TypeScript, and the tables of docs/api.md."""
