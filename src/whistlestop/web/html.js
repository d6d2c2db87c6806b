// The only module that imports the libraries: markup as tagged templates (htm, Preact), and state as signals.
import { Fragment, h, render } from "./vendor/preact.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
import { batch, computed, effect, signal, untracked } from "./vendor/signals.js";
import htm from "./vendor/htm.js";

export const html = htm.bind(h);
export {
  Fragment,
  batch,
  computed,
  effect,
  render,
  signal,
  untracked,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
};
