#!/usr/bin/env node
import '../dist/sysml-workbench.mjs';
