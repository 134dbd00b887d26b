;;; sysml-mode.el --- SysML v2 and KerML  -*- lexical-binding: t; -*-

;; Modes for the notation, and the language server of sysml-workbench for Eglot (in Emacs 29 and later, else a package).
;; Usage: (add-to-list 'load-path "…/editors/emacs") (require 'sysml-mode) (add-hook 'sysml-mode-hook #'eglot-ensure)

;;; Code:

(defgroup sysml nil "SysML v2 and KerML." :group 'languages)

(defcustom sysml-command '("sysml-workbench")
  "The command of the workbench, a list of words."
  :type '(repeat string))

(defvar sysml-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defconst sysml--font-lock
  `((,(concat "\\_<"
              (regexp-opt
               '("package" "import" "private" "public" "protected" "part" "def" "attribute" "port" "item" "action" "state"
                 "requirement" "constraint" "calc" "connection" "interface" "flow" "enum" "view" "viewpoint" "use" "case"
                 "abstract" "in" "out" "inout" "return" "then" "first" "accept" "send" "assign" "if" "else" "while" "for"
                 "entry" "exit" "do" "transition" "exhibit" "perform" "satisfy" "by" "assert" "assume" "require" "subject"
                 "connect" "to" "bind" "alias" "doc" "comment" "specializes" "subsets" "redefines" "ref" "metadata"
                 "class" "struct" "datatype" "feature" "classifier" "function" "behavior" "step" "expr" "type" "assoc")
               t)
              "\\_>")
     . font-lock-keyword-face)
    ("\\_<def\\s-+\\(\\sw+\\)" 1 font-lock-type-face)))

;;;###autoload
(define-derived-mode sysml-mode prog-mode "SysML"
  "Mode for SysML v2."
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults '(sysml--font-lock)))

;;;###autoload
(define-derived-mode kerml-mode sysml-mode "KerML"
  "Mode for KerML.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.sysml\\'" . sysml-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.kerml\\'" . kerml-mode))

(defun sysml--server (&rest _)
  "The language server, as Eglot starts it."
  (append sysml-command '("lsp" "--stdio")))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs (cons 'kerml-mode #'sysml--server))
  (add-to-list 'eglot-server-programs (cons 'sysml-mode #'sysml--server)))

(provide 'sysml-mode)
;;; sysml-mode.el ends here
